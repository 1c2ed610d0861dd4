import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCronJob } from '../execution/testing.ts';
import { Membership, type MonitorResource } from './membership.ts';

function aMonitor(given: Partial<MonitorResource> = {}): MonitorResource {
  return {
    uid: 'm',
    namespace: 'payments',
    name: 'm',
    createdAt: 0,
    generation: 1,
    spec: {},
    status: null,
    ...given,
  };
}

function aMembership(...monitors: readonly MonitorResource[]) {
  const told: string[] = [];
  const membership = new Membership((key) => told.push(key));
  for (const next of monitors) membership.monitorChanged({ kind: 'added', next });
  told.length = 0;
  const selecting = (cronJob = aCronJob()) => membership.selecting(cronJob).map((monitor) => monitor.key);
  return { membership, told, selecting };
}

const KEY = 'payments/nightly-backup';
const team = { selector: { matchLabels: { team: 'a' } } };

describe('Membership', () => {
  it('joins CronJobs and monitors whichever comes first', () => {
    const first = aMembership(aMonitor());
    first.membership.cronJobSeen(aCronJob());
    assert.deepEqual([first.selecting(), first.told], [[KEY.replace('nightly-backup', 'm')], ['payments/m']]);
    const second = aMembership();
    second.membership.cronJobSeen(aCronJob());
    const changed = second.membership.monitorChanged({ kind: 'added', next: aMonitor() });
    assert.deepEqual([second.selecting(), [...changed]], [['payments/m'], [KEY]]);
  });

  it('follows the labels of a CronJob', () => {
    const { membership, told } = aMembership(aMonitor({ spec: team }));
    const members = () => [...membership.monitors.get('payments/m')!.members];
    membership.cronJobSeen(aCronJob());
    assert.deepEqual([members(), told], [[], []]);
    membership.cronJobSeen(aCronJob({ labels: { team: 'a' } }));
    membership.cronJobSeen(aCronJob({ labels: { team: 'a' } }));
    assert.deepEqual([members(), told], [[KEY], ['payments/m']]);
    membership.cronJobSeen(aCronJob({ labels: { team: 'b' } }));
    assert.deepEqual([members(), told.length], [[], 2]);
  });

  it('follows the labels of a namespace', () => {
    const spec = { selector: { namespaceSelector: { matchLabels: { stage: 'live' } } } };
    const { membership, selecting } = aMembership(aMonitor({ namespace: 'ops', spec }));
    membership.cronJobSeen(aCronJob());
    membership.cronJobSeen(aCronJob({ namespace: 'other' }));
    const next = { name: 'payments', labels: { stage: 'live' } };
    assert.deepEqual([...membership.namespaceChanged({ kind: 'added', next })], [KEY]);
    assert.deepEqual(selecting(), ['ops/m']);
    assert.deepEqual([...membership.namespaceChanged({ kind: 'modified', previous: next, next })], []);
    membership.namespaceChanged({ kind: 'deleted', last: next, finalStateKnown: true });
    assert.deepEqual(selecting(), []);
  });

  it('names the CronJobs that a new spec takes in and those that it lets go', () => {
    const { membership } = aMembership(aMonitor({ spec: { selector: { matchNames: ['a*'] } } }));
    for (const name of ['a1', 'b1', 'c1']) membership.cronJobSeen(aCronJob({ name }));
    const next = aMonitor({ generation: 2, spec: { selector: { matchNames: ['b*'] } } });
    const changed = membership.monitorChanged({ kind: 'modified', previous: aMonitor(), next });
    assert.deepEqual(
      [...changed].sort((a, b) => a.localeCompare(b)),
      ['payments/a1', 'payments/b1'],
    );
  });

  it('takes a changed status for no change', () => {
    const { membership, told } = aMembership(aMonitor());
    const next = aMonitor({ status: { observedGeneration: 1 } });
    const changed = membership.monitorChanged({ kind: 'modified', previous: aMonitor(), next });
    assert.deepEqual(
      [changed.size, told, membership.monitors.get('payments/m')?.resource.status],
      [0, [], { observedGeneration: 1 }],
    );
  });

  it('lets an invalid monitor select nothing and disturb no other', () => {
    const invalid = aMonitor({ uid: 'bad', name: 'bad', spec: { failure: { consecutiveFailures: 'many' } } });
    const { membership, selecting } = aMembership(aMonitor(), invalid);
    membership.cronJobSeen(aCronJob());
    assert.deepEqual(selecting(), ['payments/m']);
    assert.equal(membership.monitors.get('payments/bad')?.parsed.kind, 'invalid');
  });

  it('forgets a monitor and a CronJob that are gone', () => {
    const { membership, selecting, told } = aMembership(aMonitor({ name: 'm1', uid: 'm1' }), aMonitor());
    membership.cronJobSeen(aCronJob());
    const last = aMonitor({ name: 'm1', uid: 'm1' });
    assert.deepEqual([...membership.monitorChanged({ kind: 'deleted', last, finalStateKnown: true })], [KEY]);
    assert.deepEqual(selecting(), ['payments/m']);
    told.length = 0;
    membership.cronJobGone(aCronJob());
    assert.deepEqual([membership.monitors.get('payments/m')?.members.size, told], [0, ['payments/m']]);
    // What was open when it went is still told to those that were concerned.
    assert.deepEqual(selecting(), ['payments/m']);
  });
});
