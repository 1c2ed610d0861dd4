import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAlertsFilter, toAlertsSearch } from './alerts-search.ts';

const HOUR = Date.parse('2026-11-21T10:00:00Z');

const FILTERS = [
  { name: 'nothing chosen is all alerts', search: {}, filter: {} },
  {
    name: 'a CronJob is its namespace and its name',
    search: { cronjob: 'shop/backup', ns: 'data' },
    filter: { namespace: 'shop', cronjob: 'backup' },
  },
  {
    name: 'a CronJob of a link that was sent as `job` is found too',
    search: { job: 'shop/backup' },
    filter: { namespace: 'shop', cronjob: 'backup' },
  },
  {
    name: 'a namespace and a monitor are asked for as they are',
    search: { ns: 'shop', monitor: 'shop/nightly' },
    filter: { namespace: 'shop', monitor: 'shop/nightly' },
  },
  { name: 'a state is told from none', search: { state: 'resolved' }, filter: { active: 'false' } },
  { name: 'alerts that nobody took up', search: { ack: 'no' }, filter: { acknowledged: 'false' } },
  { name: 'alerts that somebody took up', search: { ack: 'yes' }, filter: { acknowledged: 'true' } },
  {
    name: 'a range goes back from the hour',
    search: { range: '24h' },
    filter: { from: '2026-11-20T10:00:00.000Z' },
  },
  {
    name: 'days are taken whole, both of them',
    search: { from: '2026-11-01', to: '2026-11-03' },
    filter: { from: '2026-11-01T00:00:00Z', to: '2026-11-03T23:59:59.999Z' },
  },
  {
    name: 'beside a range that goes back, days count for nothing',
    search: { range: '7d', to: '2026-11-03' },
    filter: { from: '2026-11-14T10:00:00.000Z' },
  },
  {
    name: 'what is no day, type or name is left out',
    search: {
      from: '2026-02-31',
      to: 'tomorrow',
      type: 'all',
      cronjob: 'backup',
      monitor: 'nightly',
      ack: 'maybe',
    },
    filter: {},
  },
] as const;
for (const { name, search, filter } of FILTERS) {
  test(`alerts of an address: ${name}`, () => {
    const asked = toAlertsFilter(toAlertsSearch(search), HOUR);
    assert.deepEqual(JSON.parse(JSON.stringify(asked)), filter);
  });
}

test('days without a range are a range of days, so that the page shows its fields', () => {
  assert.equal(toAlertsSearch({ to: '2026-11-03' }).range, 'days');
});
