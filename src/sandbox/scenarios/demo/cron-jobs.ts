import { HOUR, MINUTE, SECOND } from '../../../lib/duration.ts';
import { type Behave, failsWhen, type RunContext, slows, succeeds } from './behaviour.ts';

/** A CronJob of the demo world. */
export interface DemoCronJob {
  readonly namespace: 'payments' | 'data' | 'platform' | 'reporting';
  readonly name: string;
  readonly schedule: string;
  readonly timeZone?: string;
  /** How many days before the world's present it was created; 90 is the world's beginning. */
  readonly ageDays: number;
  /** Merged into spec. */
  readonly spec?: Readonly<Record<string, unknown>>;
  /** Merged into the Job's spec. */
  readonly jobSpec?: Readonly<Record<string, unknown>>;
  readonly restartPolicy?: 'Never' | 'OnFailure';
  /** What its container does on the virtual clock. */
  readonly behave: Behave;
  /** What its container does in real time: a shell script. */
  readonly script: string;
}

/** One day in `every`, the same days in every world. */
function onDay(every: number, offset = 0): (context: RunContext) => boolean {
  return ({ day }) => Math.floor(day + offset) % every === 0;
}

function sometimes(share: number): (context: RunContext) => boolean {
  return ({ random }) => random() < share;
}

function sinceDay(first: number): (context: RunContext) => boolean {
  return ({ day }) => day >= first;
}

/** The first three minutes of every ten: a failure and its recovery can be watched at any time. */
function inBadMinutes({ at }: RunContext): boolean {
  return Math.floor(at / MINUTE) % 10 < 3;
}

const BACKUP_LOG = [
  'pg_dump: dumping contents of 214 tables',
  'pg_dump: 18.4 GiB written',
  'uploading to object store (64 parts)',
  'backup finished, checksum verified',
];

const ONE_TRY = { backoffLimit: 0 };

export const DEMO_CRON_JOBS: readonly DemoCronJob[] = [
  {
    namespace: 'payments',
    name: 'settle-transactions',
    schedule: '*/30 * * * *',
    ageDays: 7,
    spec: { concurrencyPolicy: 'Forbid' },
    behave: succeeds(45 * SECOND, [
      'opening settlement window',
      '1,204 transactions settled',
      'window closed',
    ]),
    script:
      'echo "opening settlement window"; sleep 40; echo "1,204 transactions settled"; echo "window closed"',
  },
  {
    namespace: 'payments',
    name: 'reconcile-ledger',
    schedule: '0 2 * * *',
    timeZone: 'Europe/Berlin',
    ageDays: 90,
    behave: succeeds(4 * MINUTE, ['loading 31 ledgers', 'all balances agree']),
    script: 'echo "loading 31 ledgers"; sleep 230; echo "all balances agree"',
  },
  {
    namespace: 'payments',
    name: 'charge-retries',
    schedule: '5 */3 * * *',
    ageDays: 90,
    restartPolicy: 'OnFailure',
    behave: failsWhen(
      ({ retry, random }) => retry === 0 && random() < 0.3,
      { exitCode: 1, log: ['retrying 48 charges', 'error: card network timed out after 10s'] },
      succeeds(25 * SECOND, ['retrying 48 charges', '41 charged, 7 declined']),
    ),
    script: 'echo "retrying 48 charges"; sleep 20; echo "41 charged, 7 declined"',
  },
  {
    namespace: 'payments',
    name: 'export-invoices',
    schedule: '30 3 * * *',
    ageDays: 90,
    jobSpec: { backoffLimit: 1 },
    behave: failsWhen(
      (context) => sinceDay(88)(context) || onDay(31)(context),
      {
        exitCode: 2,
        log: ['collecting invoices of the day', 'upload failed: 403 Forbidden: access key expired'],
      },
      succeeds(95 * SECOND, ['collecting invoices of the day', '812 invoices exported']),
    ),
    script:
      'echo "collecting invoices of the day"; sleep 5; echo "upload failed: 403 Forbidden: access key expired" >&2; exit 2',
  },
  {
    namespace: 'payments',
    name: 'fraud-model-refresh',
    schedule: '15 */6 * * *',
    ageDays: 90,
    jobSpec: ONE_TRY,
    behave: failsWhen(
      (context) => sinceDay(89.5)(context) || sometimes(0.03)(context),
      {
        exitCode: 137,
        reason: 'OOMKilled',
        log: ['loading 90 days of features', 'training on 12,800,412 rows'],
      },
      succeeds(11 * MINUTE, ['loading 90 days of features', 'training on 9,311,060 rows', 'model published']),
    ),
    script: 'echo "loading 90 days of features"; sleep 8; echo "training on 12,800,412 rows"; kill -9 $$',
  },
  {
    namespace: 'data',
    name: 'backup-postgres',
    schedule: '0 1 * * *',
    ageDays: 90,
    spec: { concurrencyPolicy: 'Forbid' },
    behave: slows(12 * MINUTE, 31 * MINUTE, BACKUP_LOG),
    script:
      'echo "pg_dump: dumping contents of 214 tables"; sleep 1700; echo "backup finished, checksum verified"',
  },
  {
    namespace: 'data',
    name: 'backup-mongo',
    schedule: '30 1 * * *',
    ageDays: 90,
    restartPolicy: 'OnFailure',
    behave: failsWhen(
      (context) => context.retry === 0 && onDay(9, 4)(context),
      { exitCode: 1, log: ['connecting to replica set rs0', 'error: no primary found, retrying'] },
      succeeds(6 * MINUTE, ['connecting to replica set rs0', '41 collections dumped']),
    ),
    script: 'echo "connecting to replica set rs0"; sleep 350; echo "41 collections dumped"',
  },
  {
    namespace: 'data',
    name: 'vacuum-analyze',
    schedule: '0 4 * * 0',
    ageDays: 90,
    behave: succeeds(22 * MINUTE, ['VACUUM (ANALYZE) on 214 tables', 'done']),
    script: 'echo "VACUUM (ANALYZE) on 214 tables"; sleep 1300; echo done',
  },
  {
    namespace: 'data',
    name: 'etl-orders',
    schedule: '0 */4 * * *',
    ageDays: 90,
    spec: { concurrencyPolicy: 'Forbid' },
    behave: ({ random }) => {
      const long = random() < 0.03;
      return {
        durationMs: long ? 4.3 * HOUR : (18 + 10 * random()) * MINUTE,
        exitCode: 0,
        log: ['extracting orders', ...(long ? ['waiting for a lock held by a migration'] : []), 'loaded'],
      };
    },
    script: 'echo "extracting orders"; sleep 1200; echo loaded',
  },
  {
    // Nearly always running.
    namespace: 'data',
    name: 'compact-events',
    schedule: '0 */6 * * *',
    ageDays: 90,
    spec: { concurrencyPolicy: 'Forbid' },
    behave: succeeds(5 * HOUR, ['compacting 1,204 segments', 'done, 38 GiB freed']),
    script: 'echo "compacting 1,204 segments"; sleep 18000; echo "done, 38 GiB freed"',
  },
  {
    namespace: 'data',
    name: 'warehouse-sync',
    schedule: '20 */4 * * *',
    ageDays: 90,
    jobSpec: { backoffLimit: 1 },
    behave: failsWhen(
      sometimes(0.015),
      { exitCode: 1, log: ['syncing 12 schemas', 'error: connection to warehouse:5439 refused'] },
      succeeds(150 * SECOND, ['syncing 12 schemas', '12 of 12 in step']),
    ),
    script: 'echo "syncing 12 schemas"; sleep 150; echo "12 of 12 in step"',
  },
  {
    namespace: 'data',
    name: 'reindex-search',
    schedule: '15 5 * * *',
    ageDays: 90,
    jobSpec: { backoffLimit: 1, activeDeadlineSeconds: 1_800 },
    behave: succeeds(9 * MINUTE, ['reindexing catalog', '402,118 documents', 'alias switched']),
    script: 'echo "reindexing catalog"; sleep 500; echo "alias switched"',
  },
  {
    namespace: 'platform',
    name: 'heartbeat',
    schedule: '* * * * *',
    ageDays: 0.15,
    spec: { successfulJobsHistoryLimit: 5 },
    behave: succeeds(2 * SECOND, ['all endpoints answered']),
    script: 'echo "probing endpoints"; sleep 2; echo "all endpoints answered"',
  },
  {
    namespace: 'platform',
    name: 'cache-warmup',
    schedule: '* * * * *',
    ageDays: 0.12,
    jobSpec: ONE_TRY,
    behave: failsWhen(
      inBadMinutes,
      { exitCode: 1, log: ['warming 6 caches', 'error: redis-2: connection refused'] },
      succeeds(4 * SECOND, ['warming 6 caches', 'hit rate 97 %']),
    ),
    script:
      'echo "warming 6 caches"; sleep 3; if [ $(( $(date +%s) / 60 % 10 )) -lt 3 ]; then echo "error: redis-2: connection refused" >&2; exit 1; fi; echo "hit rate 97 %"',
  },
  {
    namespace: 'platform',
    name: 'queue-drain',
    schedule: '*/2 * * * *',
    ageDays: 0.4,
    jobSpec: ONE_TRY,
    behave: failsWhen(
      sinceDay(89.97),
      { exitCode: 3, log: ['draining dead-letter queue', 'oops: message 41 has no schema'] },
      succeeds(6 * SECOND, ['draining dead-letter queue', 'queue is empty']),
    ),
    script: 'echo "draining dead-letter queue"; sleep 1; echo "oops: message 41 has no schema" >&2; exit 3',
  },
  {
    namespace: 'platform',
    name: 'cleanup-tmp',
    schedule: '*/10 * * * *',
    ageDays: 3,
    behave: succeeds(5 * SECOND, ['removed 311 files']),
    script: 'echo "scanning"; sleep 4; echo "removed 311 files"',
  },
  {
    namespace: 'platform',
    name: 'rotate-logs',
    schedule: '@daily',
    ageDays: 90,
    spec: { successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 0 },
    behave: succeeds(40 * SECOND, ['rotated 18 logs']),
    script: 'sleep 40; echo "rotated 18 logs"',
  },
  {
    namespace: 'platform',
    name: 'cert-renewal',
    schedule: '0 0 1 * *',
    ageDays: 90,
    behave: succeeds(70 * SECOND, ['3 of 41 certificates renewed']),
    script: 'sleep 70; echo "3 of 41 certificates renewed"',
  },
  {
    namespace: 'platform',
    name: 'dns-audit',
    schedule: '0 6 * * 1-5',
    timeZone: 'America/New_York',
    ageDays: 90,
    behave: succeeds(3 * MINUTE, ['1,880 records checked']),
    script: 'sleep 180; echo "1,880 records checked"',
  },
  {
    namespace: 'platform',
    name: 'legacy-sync',
    schedule: '40 */3 * * *',
    ageDays: 90,
    behave: succeeds(2 * MINUTE, ['nothing to sync']),
    script: 'sleep 120; echo "nothing to sync"',
  },
  {
    namespace: 'platform',
    name: 'load-test',
    schedule: '0 0 31 2 *',
    ageDays: 60,
    behave: succeeds(10 * MINUTE, ['never runs: there is no 31 February']),
    script: 'echo "load test by hand"; sleep 20; echo "p99 41 ms"',
  },
  {
    namespace: 'reporting',
    name: 'daily-sales',
    schedule: '0 7 * * *',
    timeZone: 'Asia/Tokyo',
    ageDays: 90,
    jobSpec: ONE_TRY,
    behave: failsWhen(
      onDay(23, 7),
      { exitCode: 1, log: ['rendering sales report', 'error: source table sales_2026 not found'] },
      succeeds(130 * SECOND, ['rendering sales report', 'sent to 34 readers']),
    ),
    script: 'echo "rendering sales report"; sleep 130; echo "sent to 34 readers"',
  },
  {
    namespace: 'reporting',
    name: 'weekly-summary',
    schedule: '0 8 * * 1',
    ageDays: 90,
    behave: succeeds(7 * MINUTE, ['summary of the week rendered']),
    script: 'sleep 400; echo "summary of the week rendered"',
  },
  {
    namespace: 'reporting',
    name: 'customer-digest',
    schedule: '45 8 * * 1-5',
    ageDays: 90,
    behave: succeeds(3 * MINUTE, ['digest sent to 1,902 customers']),
    script: 'sleep 170; echo "digest sent to 1,902 customers"',
  },
  {
    namespace: 'reporting',
    name: 'render-dashboards',
    schedule: '10 */4 * * *',
    ageDays: 90,
    spec: { concurrencyPolicy: 'Replace' },
    jobSpec: { completions: 3, parallelism: 3, backoffLimit: 0 },
    behave: failsWhen(
      sometimes(0.012),
      { exitCode: 139, log: ['rendering shard', 'Segmentation fault'] },
      succeeds(80 * SECOND, ['rendering shard', '40 dashboards rendered']),
    ),
    script: 'echo "rendering shard"; sleep 80; echo "40 dashboards rendered"',
  },
];
