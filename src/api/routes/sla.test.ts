import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NO_SLOTS, type SlaCounts } from '../../execution/sla.ts';
import { DAY } from '../../lib/duration.ts';
import type { SlaTerms } from '../sla-promises.ts';
import { emptyPorts, NOW, startServer } from '../testing.ts';
import { send } from '../testing-send.ts';
import type { SlaMember, SlaReader } from './sla.ts';

const NIGHTLY = aMonitor({ id: 1, name: 'nightly', spec: { sla: { minSuccessRate: 90, windowDays: 30 } } });
const STRICT = aMonitor({ id: 2, name: 'strict', spec: { sla: { minSuccessRate: 99 } } });

describe('the SLA report', () => {
  test('tells how a CronJob stands, what did not count, and how it stood before', async () => {
    const { body } = await report('', {
      current: {
        ...NO_SLOTS,
        succeeded: 17,
        failed: 2,
        missed: 1,
        excluded: { manual: 4, maintenance: 3, suspended: 2, unknown: 1 },
      },
      previous: { ...NO_SLOTS, succeeded: 9, failed: 1 },
      breaches: 3,
    });
    assert.deepEqual(body.items, [
      {
        namespace: 'shop',
        cronjobName: 'backup',
        successRate: 85,
        slaTarget: 90,
        compliant: false,
        windowDays: 30,
        monitor: { namespace: 'shop', name: 'nightly' },
        evaluatedRuns: 20,
        failedRuns: 2,
        missedRuns: 1,
        exclusions: { manual: 4, maintenance: 3, suspended: 2, unknown: 1 },
        errorBudget: { allowed: 2, used: 3, leftPercent: 0 },
        previousSuccessRate: 90,
        trend: 'down',
        breaches: 3,
      },
    ]);
    assert.deepEqual(body.summary, { totalCronJobs: 1, compliant: 0, nonCompliant: 1, overallRate: 0 });
  });

  test('takes a CronJob of which nothing counts for compliant, and says that nothing counts', async () => {
    const { body } = await report('', { current: NO_SLOTS });
    assert.partialDeepStrictEqual(body.items[0], {
      successRate: 100,
      compliant: true,
      evaluatedRuns: 0,
      previousSuccessRate: null,
      trend: null,
    });
  });

  test('is complete without any CronJob', async () => {
    const { body } = await report('', { members: [] });
    assert.deepEqual(body, {
      items: [],
      summary: { totalCronJobs: 0, compliant: 0, nonCompliant: 0, overallRate: 100 },
    });
  });

  test('tells a CronJob of several monitors once, by the one whose target it misses by most', async () => {
    const current = { ...NO_SLOTS, succeeded: 19, failed: 1 };
    const { body } = await report('', {
      current,
      members: [
        aMember({ monitorId: 1 }),
        aMember({ monitorId: 2 }),
        aMember({ name: 'sync', cronJobId: 2 }),
      ],
    });
    assert.deepEqual(
      body.items.map(({ cronjobName, slaTarget, compliant }: Json) => [cronjobName, slaTarget, compliant]),
      [
        ['backup', 99, false],
        ['sync', 90, true],
      ],
    );
    assert.equal(body.summary.overallRate, 50);
  });

  test('leaves out monitors without an SLA, with a disabled or an invalid one', async () => {
    for (const spec of [{}, { sla: { enabled: false } }, { sla: { minSuccessRate: 'high' } }]) {
      const { body } = await report('', { monitors: [{ ...NIGHTLY, spec }] });
      assert.deepEqual(body.items, [], JSON.stringify(spec));
    }
  });

  test('asks for the namespace and the monitor that were named', async () => {
    const named = await report('?namespace=shop&monitor=ops/nightly');
    assert.deepEqual(named.filter, { namespace: 'shop', monitor: { namespace: 'ops', name: 'nightly' } });
    const any = await report('?monitor=nightly');
    assert.deepEqual(any.filter, { monitor: { namespace: null, name: 'nightly' } });
    assert.equal((await report('?monitor=a/b/c')).status, 400);
    assert.equal((await report('?namespace=')).status, 400);
  });

  test("counts in the monitor's window, outside of its maintenance", async () => {
    const maintenanceWindows = [{ name: 'night', schedule: '0 2 * * *', duration: '1h' }];
    const { terms } = await report('', {
      monitors: [{ ...NIGHTLY, spec: { ...NIGHTLY.spec, maintenanceWindows } }],
    });
    assert.equal(terms?.widthMs, 30 * DAY);
    const midnight = Math.floor(NOW / DAY) * DAY;
    assert.deepEqual(terms.maintenance(midnight, NOW), [
      { from: midnight + 2 * 3_600_000, until: midnight + 3 * 3_600_000 },
    ]);
  });

  test('can be had as a table', async () => {
    const { body, headers } = await report(
      '',
      { current: { ...NO_SLOTS, succeeded: 3, missed: 1 } },
      '/export/sla',
    );
    assert.match(String(headers['content-disposition']), /punctual-sla-2026-01-31\.csv/);
    assert.equal(
      body,
      'Namespace,CronJob,Success Rate,SLA Target,Compliant,Window Days,Evaluated Runs,Missed Runs\r\n' +
        'shop,backup,75,90,false,30,4,1\r\n',
    );
  });
});

interface World {
  readonly monitors?: Awaited<ReturnType<SlaReader['monitors']>>;
  readonly members?: readonly SlaMember[];
  readonly current?: SlaCounts;
  readonly previous?: SlaCounts;
  readonly breaches?: number;
}

async function report(query: string, world: World = {}, path = '/sla') {
  const { monitors = [NIGHTLY, STRICT], members = [aMember()] } = world;
  const { current = NO_SLOTS, previous = NO_SLOTS, breaches = 0 } = world;
  let filter: unknown;
  let terms: SlaTerms | undefined;
  const sla: SlaReader = {
    monitors: async () => monitors,
    members: async (given) => {
      filter = given;
      return members;
    },
    breaches: async () => new Map([[1, { raised: breaches, firstAt: NOW }]]),
    figuresOf: async (ids, given) => {
      terms = given;
      return new Map(ids.map((id) => [id, { current, previous, holdUntil: Infinity }]));
    },
  };
  await using server = await startServer({ ...emptyPorts(), sla });
  const response = await send(server.origin, `/api/v1${path}${query}`);
  const body: Json = path === '/sla' ? JSON.parse(response.body) : response.body;
  return { status: response.status, headers: response.headers, body, filter, terms };
}

function aMonitor({ id, name, spec }: { readonly id: number; readonly name: string; readonly spec: object }) {
  return { id, uid: `uid-${id}`, namespace: 'shop', name, generation: 1, spec };
}

function aMember(fields: Partial<SlaMember> = {}): SlaMember {
  return { monitorId: 1, cronJobId: 1, namespace: 'shop', name: 'backup', ...fields };
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are about what is in it
type Json = any;
