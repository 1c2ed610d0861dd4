import assert from 'node:assert/strict';
import type { CapturedEvent, CapturedLog } from '../../../src/execution/evidence.ts';
import { NOW } from './builders.ts';
import { storeTest } from './stores.ts';

function aLog(fields: Partial<CapturedLog> = {}): CapturedLog {
  return {
    jobUid: 'job-1',
    podUid: 'pod-1',
    podName: 'backup-1-abcde',
    container: 'main',
    restartCount: 0,
    text: 'one\ntwo\n',
    truncated: true,
    capturedAt: NOW,
    ...fields,
  };
}

function anEvent(fields: Partial<CapturedEvent> = {}): CapturedEvent {
  return {
    jobUid: 'job-1',
    eventUid: 'event-1',
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container',
    objectKind: 'Pod',
    objectName: 'backup-1-abcde',
    count: 1,
    firstAt: NOW,
    lastAt: NOW,
    ...fields,
  };
}

storeTest('a log is kept before its run is recorded, and comes back as it was', async (store) => {
  await store.evidence.saveLog(aLog());
  assert.deepEqual(await store.evidence.logsOf('job-1'), [aLog()]);
  assert.deepEqual(await store.evidence.logsOf('job-2'), []);
});

storeTest(
  'a later capture of the same container run replaces the earlier; other runs have their own',
  async (store) => {
    await store.evidence.saveLog(aLog({ text: 'early' }));
    await store.evidence.saveLog(aLog({ text: 'late', truncated: false, capturedAt: NOW + 1 }));
    await store.evidence.saveLog(aLog({ restartCount: 1, text: 'second', capturedAt: NOW + 2 }));
    const logs = await store.evidence.logsOf('job-1');
    assert.deepEqual(
      logs.map((log) => [log.restartCount, log.text, log.truncated]),
      [
        [0, 'late', false],
        [1, 'second', true],
      ],
    );
  },
);

storeTest('events come oldest first, those without a time last, and take the newer count', async (store) => {
  const timeless = anEvent({ eventUid: 'event-0', firstAt: null, lastAt: null });
  const late = anEvent({ eventUid: 'event-2', lastAt: NOW + 9 });
  await store.evidence.saveEvents('job-1', [timeless, late, anEvent()]);
  await store.evidence.saveEvents('job-1', [anEvent(), anEvent({ count: 4, lastAt: NOW + 5 })]);
  await store.evidence.saveEvents('job-1', []);
  assert.deepEqual(await store.evidence.eventsOf('job-1'), [
    anEvent({ count: 4, lastAt: NOW + 5 }),
    late,
    timeless,
  ]);
});
