// What the store orders, filters and counts comes out of the API as specified.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { apiTests } from './served-store.ts';

const names = (items: readonly Record<string, unknown>[]) => items.map((each) => each['name']);
const ids = (items: readonly Record<string, unknown>[]) => items.map((each) => each['id']);

const LISTS: readonly {
  readonly name: string;
  readonly path: string;
  readonly pick: (items: readonly Record<string, unknown>[]) => unknown[];
  readonly expect: readonly unknown[];
  readonly total: number;
}[] = [
  {
    name: 'CronJobs come by namespace, then name',
    path: '/cronjobs',
    pick: names,
    expect: ['backup', 'report', 'sync'],
    total: 3,
  },
  {
    name: 'a page of CronJobs tells the number of all',
    path: '/cronjobs?limit=1&offset=1',
    pick: names,
    expect: ['report'],
    total: 3,
  },
  {
    name: 'CronJobs of a namespace',
    path: '/cronjobs?namespace=web',
    pick: names,
    expect: ['sync'],
    total: 1,
  },
  {
    name: 'CronJobs with a critical alert',
    path: '/cronjobs?status=critical',
    pick: names,
    expect: ['backup'],
    total: 1,
  },
  {
    name: 'CronJobs without an active alert',
    path: '/cronjobs?status=healthy',
    pick: names,
    expect: ['report', 'sync'],
    total: 2,
  },
  {
    name: 'CronJobs of a monitor by its name',
    path: '/cronjobs?monitor=nightly',
    pick: names,
    expect: ['backup', 'report'],
    total: 2,
  },
  {
    name: 'CronJobs of a monitor by namespace and name',
    path: '/cronjobs?monitor=shop/nightly',
    pick: names,
    expect: ['backup', 'report'],
    total: 2,
  },
  {
    name: 'no CronJob of a monitor elsewhere',
    path: '/cronjobs?monitor=web/nightly',
    pick: names,
    expect: [],
    total: 0,
  },
  {
    name: 'executions come newest first',
    path: '/cronjobs/shop/backup/executions',
    pick: ids,
    expect: ['run-1', 'run-2', 'run-3', 'run-4', 'run-5', 'run-6'],
    total: 6,
  },
  {
    name: 'a page of executions',
    path: '/cronjobs/shop/backup/executions?limit=2&offset=1',
    pick: ids,
    expect: ['run-2', 'run-3'],
    total: 6,
  },
  {
    name: 'failed executions',
    path: '/cronjobs/shop/backup/executions?status=failed',
    pick: ids,
    expect: ['run-2', 'run-4', 'run-6'],
    total: 3,
  },
  {
    name: 'executions of a range, both ends inclusive',
    path: '/cronjobs/shop/backup/executions?from=2026-01-31T08:00:00Z&to=2026-01-31T11:00:00%2B01:00',
    pick: ids,
    expect: ['run-2', 'run-3', 'run-4'],
    total: 3,
  },
  {
    name: 'a page of failed executions tells how many of them there are',
    path: '/cronjobs/shop/backup/executions?status=failed&limit=1&offset=1',
    pick: ids,
    expect: ['run-4'],
    total: 3,
  },
  {
    name: 'failed executions of a range, page by page',
    path: '/cronjobs/shop/backup/executions?status=failed&from=2026-01-31T08:00:00Z&limit=1&offset=1',
    pick: ids,
    expect: ['run-4'],
    total: 2,
  },
  {
    name: 'CronJobs of a namespace, a status and a monitor at once',
    path: '/cronjobs?namespace=shop&status=healthy&monitor=nightly&limit=1',
    pick: names,
    expect: ['report'],
    total: 1,
  },
  {
    name: 'alerts come newest first',
    path: '/alerts',
    pick: ids,
    expect: ['open', 'other', 'older'],
    total: 3,
  },
  { name: 'active alerts', path: '/alerts?active=true', pick: ids, expect: ['open'], total: 1 },
  { name: 'resolved alerts', path: '/alerts?active=false', pick: ids, expect: ['other', 'older'], total: 2 },
  {
    name: 'alerts of a CronJob',
    path: '/alerts?namespace=shop&cronjob=backup',
    pick: ids,
    expect: ['open', 'older'],
    total: 2,
  },
  { name: 'alerts of a namespace', path: '/alerts?namespace=web', pick: ids, expect: ['other'], total: 1 },
  {
    name: 'alerts of CronJobs of that name in any namespace',
    path: '/alerts?cronjob=backup',
    pick: ids,
    expect: ['open', 'older'],
    total: 2,
  },
  {
    name: 'a page of the alerts of a severity that have ended',
    path: '/alerts?severity=warning&active=false&limit=1&offset=1',
    pick: ids,
    expect: ['older'],
    total: 2,
  },
  { name: 'alerts of a type', path: '/alerts?type=failure', pick: ids, expect: ['open'], total: 1 },
  {
    name: 'alerts of a severity',
    path: '/alerts?severity=warning',
    pick: ids,
    expect: ['other', 'older'],
    total: 2,
  },
  {
    name: 'alerts of a range, both ends inclusive',
    path: '/alerts?from=2026-01-31T07:00:00Z&to=2026-01-31T10:00:00Z',
    pick: ids,
    expect: ['other', 'older'],
    total: 2,
  },
];

const apiTest = apiTests();

describe('lists', () => {
  for (const { name, path, pick, expect, total } of LISTS) {
    apiTest(name, async (served) => {
      const body = (await served.call(path)) as { items: Record<string, unknown>[]; total: number };
      assert.deepEqual(pick(body.items), expect);
      assert.equal(body.total, total);
    });
  }
});

const SLA: readonly {
  readonly name: string;
  readonly path: string;
  readonly expect: readonly string[];
  readonly compliant: number;
}[] = [
  {
    name: 'CronJobs of all monitors, by namespace and name',
    path: '/sla',
    expect: ['backup', 'report', 'sync'],
    compliant: 2,
  },
  { name: 'those of a namespace', path: '/sla?namespace=shop', expect: ['backup', 'report'], compliant: 1 },
  { name: 'those of a monitor by its name', path: '/sla?monitor=hourly', expect: ['sync'], compliant: 1 },
  {
    name: 'those of a monitor by namespace and name',
    path: '/sla?monitor=shop/nightly',
    expect: ['backup', 'report'],
    compliant: 1,
  },
  {
    name: 'none of a monitor in another namespace',
    path: '/sla?namespace=web&monitor=nightly',
    expect: [],
    compliant: 0,
  },
];

describe('the SLA report and its summary are of', () => {
  for (const { name, path, expect, compliant } of SLA) {
    apiTest(name, async (served) => {
      const { items, summary } = (await served.call(path)) as {
        items: { cronjobName: string }[];
        summary: object;
      };
      assert.deepEqual(
        items.map(({ cronjobName }) => cronjobName),
        expect,
      );
      const total = expect.length;
      assert.deepEqual(summary, {
        totalCronJobs: total,
        compliant,
        nonCompliant: total - compliant,
        overallRate: total === 0 ? 100 : (compliant * 100) / total,
      });
    });
  }
});
