import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toMonitorSpec } from '../rule/monitor-spec.ts';
import { type Condition, monitorConditions } from './monitor-conditions.ts';

const OPS = { alerting: { channelRefs: [{ name: 'ops' }, { name: 'chat' }] } };

function conditions(spec: unknown, given: Partial<Parameters<typeof monitorConditions>[1]> = {}) {
  const rest = { channels: new Set<string>(), before: [], generation: 1, now: 1_000 };
  return monitorConditions(toMonitorSpec(spec), { ...rest, ...given });
}

function brief(all: readonly Condition[]) {
  return all.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
}

describe('monitorConditions', () => {
  it('is Ready with a valid spec whose channels exist', () => {
    const all = conditions(OPS, { channels: new Set(['ops', 'chat', 'other']) });
    assert.deepEqual(brief(all), ['Ready=True Valid', 'ChannelsResolved=True Resolved']);
  });

  it('names every field that is wrong', () => {
    const spec = { failure: { consecutiveFailures: 0 }, sla: { windowDays: 'week' } };
    const [ready, channels] = conditions(spec);
    assert.equal(ready?.reason, 'InvalidSpec');
    assert.match(ready?.message ?? '', /spec\.failure\.consecutiveFailures.*spec\.sla\.windowDays/);
    assert.equal(channels?.status, 'Unknown');
  });

  it('names the channels that are missing, and stays Ready', () => {
    const all = conditions(OPS, { channels: new Set(['chat']) });
    assert.deepEqual(brief(all), ['Ready=True Valid', 'ChannelsResolved=False ChannelNotFound']);
    assert.equal(all[1]?.message, 'There is no AlertChannel named ops.');
  });

  it('answers the conditions before when nothing changed', () => {
    const before = conditions(OPS);
    assert.equal(conditions(OPS, { before, now: 9_000 }), before);
  });

  it('keeps the time of a status that stays and stamps one that changes', () => {
    const before = conditions(OPS);
    const after = conditions(OPS, { before, now: 9_000, generation: 2, channels: new Set(['ops', 'chat']) });
    assert.deepEqual(
      after.map(({ lastTransitionAt, observedGeneration }) => ({ lastTransitionAt, observedGeneration })),
      [
        { lastTransitionAt: 1_000, observedGeneration: 2 },
        { lastTransitionAt: 9_000, observedGeneration: 2 },
      ],
    );
  });
});
