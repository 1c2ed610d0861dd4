// Every field that the interface specifies is there with its type, whichever database it was kept in.
import { describe } from 'node:test';
import * as specified from '../../specified-fields.ts';
import { apiTests } from './served-store.ts';

interface Specified {
  readonly resource: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  /** Where the resource stands in the answer: a field, or the first item of a list. */
  readonly at?: readonly (string | number)[];
  readonly fields: specified.Fields;
}

const EXECUTIONS = '/cronjobs/shop/backup/executions';
const TOTAL: specified.Fields = { total: 'integer' };

const SPECIFIED: readonly Specified[] = [
  {
    resource: 'a CronJob summary',
    path: '/cronjobs',
    at: ['items', 0],
    fields: { ...specified.CRON_JOB_SUMMARY, lastRun: 'timestamp', nextRun: 'timestamp' },
  },
  { resource: 'the list of CronJobs', path: '/cronjobs', fields: TOTAL },
  {
    resource: 'a CronJob detail',
    path: '/cronjobs/shop/backup',
    fields: { ...specified.CRON_JOB_DETAIL, lastRun: 'timestamp', nextRun: 'timestamp' },
  },
  {
    resource: 'a CronJob that never ran and is suspended',
    path: '/cronjobs/shop/report',
    fields: specified.CRON_JOB_DETAIL,
  },
  { resource: 'an execution', path: EXECUTIONS, at: ['items', 0], fields: specified.EXECUTION },
  { resource: 'a failed execution', path: EXECUTIONS, at: ['items', 1], fields: specified.EXECUTION },
  { resource: 'the list of executions', path: EXECUTIONS, fields: TOTAL },
  { resource: 'an execution detail', path: '/executions/run-2', fields: specified.EXECUTION },
  {
    resource: 'a trigger',
    method: 'POST',
    path: '/cronjobs/shop/backup/trigger',
    fields: specified.TRIGGER_RESULT,
  },
  {
    resource: 'a dry run of a prune',
    method: 'POST',
    path: '/admin/prune',
    body: '{"olderThanDays":1,"dryRun":true}',
    fields: specified.PRUNE_RESULT,
  },
  { resource: 'a monitor summary', path: '/monitors', at: ['items', 0], fields: specified.MONITOR },
  { resource: 'a monitor detail', path: '/monitors/shop/nightly', fields: specified.MONITOR },
  {
    resource: 'a channel summary',
    path: '/channels',
    at: ['items', 0],
    fields: { ...specified.CHANNEL, lastAlertTime: 'timestamp', waiting: 'integer' },
  },
  {
    resource: 'a channel test',
    method: 'POST',
    path: '/channels/ops/test',
    fields: specified.CHANNEL_TEST_RESULT,
  },
  { resource: 'an active alert', path: '/alerts', at: ['items', 0], fields: specified.ALERT },
  { resource: 'a resolved alert', path: '/alerts', at: ['items', 1], fields: specified.ALERT },
  { resource: 'an alert detail', path: '/alerts/open', fields: specified.ALERT },
  {
    resource: 'an acknowledged alert',
    method: 'POST',
    path: '/alerts/older/acknowledge',
    fields: { ...specified.ALERT, acknowledgedAt: 'timestamp' },
  },
  { resource: 'an item of the SLA', path: '/sla', at: ['items', 0], fields: specified.SLA_ITEM },
  { resource: 'the summary of the SLA', path: '/sla', at: ['summary'], fields: specified.SLA_SUMMARY },
  { resource: 'the statistics', path: '/admin/stats', fields: specified.STATS },
];

const apiTest = apiTests();

describe('every specified field is there with its type', () => {
  for (const { resource, method, path, body, at = [], fields } of SPECIFIED) {
    apiTest(`of ${resource}`, async (served) => {
      specified.assertFields(specified.valueAt(await served.call(path, method, body), at), fields);
    });
  }
});
