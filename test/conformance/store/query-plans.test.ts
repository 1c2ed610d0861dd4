// Which indexes the questions go by that are asked again and again, at every wake of the outbox and every judging: none of them may
// read what a channel was ever told or a CronJob ever had. The tables are nearly empty: SQLite has no statistics here and plans
// by the schema alone, and PostgreSQL is told not to read whole tables, which it prefers where they are small.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { CompiledQuery, Kysely, sql } from 'kysely';
import type { Delivery, Digest } from '../../../src/alert/delivery.ts';
import { joinMessages } from '../../../src/alert/join-messages.ts';
import { MINUTE } from '../../../src/lib/duration.ts';
import { alerts } from '../../../src/store/alerts.ts';
import { deliveryPages } from '../../../src/store/channel-ledger.ts';
import { channels } from '../../../src/store/channels.ts';
import { cronJobs } from '../../../src/store/cron-jobs.ts';
import { dailyStatistics } from '../../../src/store/daily-statistics.ts';
import type { Database, Session } from '../../../src/store/database.ts';
import { deliveries } from '../../../src/store/deliveries.ts';
import { digests } from '../../../src/store/digests.ts';
import { durationStatistics } from '../../../src/store/duration-statistics.ts';
import { executions } from '../../../src/store/executions.ts';
import { LedgerCounts } from '../../../src/store/ledger-counts.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { openPostgres } from '../../../src/store/postgres.ts';
import { postgresDialect } from '../../../src/store/postgres-dialect.ts';
import { PastMemory } from '../../../src/store/past-statistics.ts';
import { pruneSlots } from '../../../src/store/prune-slots.ts';
import type { Schema } from '../../../src/store/schema.ts';
import { slots } from '../../../src/store/slots.ts';
import { openSqlite } from '../../../src/store/sqlite.ts';
import { sqliteDialect } from '../../../src/store/sqlite-dialect.ts';
import { statementDialect } from '../../../src/store/statement-dialect.ts';
import { timeline } from '../../../src/store/timeline.ts';
import { aPostgresDatabase } from '../../postgres.ts';
import { aDelivery, aLiveState, anAlert, anExecution, aTry, keep, NOW } from './builders.ts';
import { silent } from './stores.ts';

interface Question {
  readonly name: string;
  readonly ask: (session: Session, cronJobId: number) => Promise<unknown>;
  /** All indexes that SQLite goes by, each once: by name, that of a key by its table and first column. */
  readonly indexes: readonly string[];
  /** Those of them that are read in their own order, until a page is full or what matches in them is counted. */
  readonly walks?: readonly string[];
}

/** A message, and those that it stands for. */
const BY_ID = ['deliveries.id', 'deliveries_digest'];
/** As long as what waits: it may be read from its beginning to its end. */
const PENDING = 'deliveries_channel_pending';
const BEFORE_IT = 'deliveries_alert';
const OF_CHANNEL = 'deliveries_of_channel';

/** The alert and the CronJob of each message, and its members where it is a digest. */
const OF_EXPORT = ['alerts.id', 'deliveries_digest', 'rowid'];

const PAGE = { channel: 'ops', digestId: null, limit: 50, offset: 0 } as const;

const QUESTIONS: readonly Question[] = [
  {
    name: 'what the channels have to send',
    ask: (session) => deliveries(session, null).queues(NOW),
    indexes: [PENDING, BEFORE_IT, 'channels.name'],
  },
  {
    name: 'what the channels have to send that are not busy',
    ask: (session) => deliveries(session, null).queues(NOW, ['busy']),
    indexes: [PENDING, BEFORE_IT, 'channels.name'],
  },
  {
    name: 'a claim',
    ask: (session) => deliveries(session, null).claimDue('ops', NOW, 5, 1_000),
    indexes: ['rowid', PENDING, BEFORE_IT],
  },
  {
    name: 'a message that was sent',
    ask: (session) => deliveries(session, null).markSent('one', aTry()),
    indexes: BY_ID,
  },
  {
    name: 'a channel that heals',
    ask: (session) => deliveries(session, null).bringForward('ops', NOW),
    indexes: [PENDING],
  },
  {
    name: 'what became of earlier alerts of a cause',
    ask: (session, id) =>
      deliveries(session, null).ofCause(id, { type: 'failure', reason: 'JobFailed' }, NOW - 1_000),
    indexes: ['alerts_cause', BEFORE_IT],
  },
  {
    name: 'messages that a rule holds back',
    ask: (session, id) => deliveries(session, null).heldOf([id], NOW),
    indexes: ['deliveries_held', 'alerts.id'],
  },
  {
    name: 'messages that are withdrawn',
    ask: (session) =>
      deliveries(session, null).withdraw([{ id: 'one', why: { reason: 'Duplicate', note: '' } }], NOW),
    indexes: ['deliveries.id'],
  },
  {
    name: 'messages whose hold changes',
    ask: (session) => deliveries(session, null).changeHolds([{ id: 'one', hold: null }], NOW),
    indexes: ['deliveries.id'],
  },
  {
    name: 'a digest of what is due',
    ask: (session) => digests(session).joinDue('ops', NOW, toDigest),
    indexes: [PENDING, BEFORE_IT, 'deliveries.id'],
  },
  {
    name: 'a digest of one cause',
    ask: (session) => digests(session).joinCause('ops', 'Node node-a', NOW, toDigest),
    indexes: [PENDING, BEFORE_IT, 'deliveries.id'],
  },
  {
    name: 'causes that wait',
    ask: (session) => digests(session).waitingCauses('ops', NOW),
    indexes: [PENDING],
  },
  {
    name: 'a cause that waits on',
    ask: (session) => digests(session).putOff('ops', 'Node node-a', NOW + 1),
    indexes: [PENDING],
  },
  {
    name: 'a channel with what waits for it',
    ask: (session) => channels(session).get('ops'),
    indexes: ['channels.name', PENDING],
  },
  {
    name: 'the first page of the ledger of a channel',
    ask: (session) => deliveries(session, new LedgerCounts()).ofChannel(PAGE),
    indexes: ['rowid', 'alerts.id', OF_CHANNEL, PENDING, 'deliveries_digest'],
  },
  {
    name: 'what a channel refused',
    ask: (session) => deliveries(session, new LedgerCounts()).ofChannel({ ...PAGE, state: 'rejected' }),
    indexes: ['rowid', 'alerts.id', 'deliveries_ended', OF_CHANNEL, PENDING, 'deliveries_digest'],
  },
  {
    name: 'what a channel is still to be told',
    ask: (session) => deliveries(session, new LedgerCounts()).ofChannel({ ...PAGE, state: 'pending' }),
    indexes: ['rowid', 'alerts.id', PENDING, 'deliveries_digest'],
  },
  {
    name: 'the messages that one stands for',
    ask: (session) => deliveries(session, new LedgerCounts()).ofChannel({ ...PAGE, digestId: 'digest' }),
    indexes: ['rowid', 'alerts.id', 'deliveries_digest'],
  },
  {
    name: 'what channels were told in some days',
    ask: (session) => firstPage(deliveryPages(session, { from: NOW - 1_000, to: NOW })),
    indexes: [...OF_EXPORT, 'deliveries_created'],
  },
  {
    name: 'what one channel was told in some days',
    ask: (session) =>
      firstPage(deliveryPages(session, { channel: 'ops', state: 'pending', from: NOW - 1_000, to: NOW })),
    indexes: [...OF_EXPORT, 'deliveries_created'],
  },
  {
    name: 'what channels refused',
    ask: (session) => firstPage(deliveryPages(session, { state: 'rejected' })),
    indexes: [...OF_EXPORT, 'deliveries_created'],
    walks: ['deliveries_created'],
  },
  {
    name: 'the alerts of a CronJob that are open',
    ask: (session, id) => alerts(session).openOf(id),
    indexes: ['rowid', 'alerts_open_by_age'],
  },
  {
    name: 'the newest alerts',
    ask: (session) => alerts(session).list({ limit: 50, offset: 0 }),
    indexes: ['alerts_cron_job', 'alerts_opened', 'rowid'],
    walks: ['alerts_cron_job', 'alerts_opened'],
  },
  {
    name: 'alerts of a severity that nobody took up',
    ask: (session) =>
      alerts(session).list({ severity: 'info', acknowledged: false, active: false, limit: 50, offset: 0 }),
    indexes: ['alerts_opened', 'rowid'],
    walks: ['alerts_opened'],
  },
  {
    name: 'alerts of some days',
    ask: (session) => alerts(session).list({ from: NOW - 1_000, to: NOW, limit: 50, offset: 0 }),
    indexes: ['alerts_opened', 'rowid'],
  },
  {
    name: 'active alerts by severity',
    ask: (session) => alerts(session).list({ active: true, sort: 'severity', limit: 50, offset: 0 }),
    indexes: ['alerts_active', 'alerts_open_by_age', 'rowid'],
    walks: ['alerts_active', 'alerts_open_by_age'],
  },
  {
    name: 'active alerts of a CronJob',
    ask: (session) =>
      alerts(session).list({ active: true, namespace: 'shop', cronJob: 'backup', limit: 50, offset: 0 }),
    indexes: ['alerts_open_by_age', 'cron_jobs.namespace', 'rowid'],
  },
  {
    name: 'alerts of a CronJob',
    ask: (session) => alerts(session).list({ namespace: 'shop', cronJob: 'backup', limit: 50, offset: 0 }),
    indexes: ['alerts_cron_job', 'cron_jobs.namespace', 'rowid'],
  },
  {
    name: 'the alert of a run',
    ask: (session) => alerts(session).idOfRun('failed'),
    indexes: ['alerts_job', 'alerts_reason', 'executions.job_uid'],
  },
  {
    name: 'which runs are recorded',
    ask: (session) => executions(session).recordedUids(['a', 'b']),
    indexes: ['executions.job_uid'],
  },
  {
    name: 'the outcomes of the last runs',
    ask: (session, id) => executions(session).recentOutcomes(id, 3),
    indexes: ['executions_completed'],
  },
  {
    name: 'runs by which slots are judged',
    ask: (session, id) => executions(session).startedRunsSince(id, NOW),
    indexes: ['executions_completed'],
  },
  {
    name: 'slots without a run',
    ask: (session, id) => slots(session).list(id, { from: 0, to: NOW, limit: 5 }),
    indexes: ['slots.cron_job_id'],
  },
  {
    name: 'how many slots of a range came to which outcome',
    ask: (session, id) => slots(session).totals(id, { from: 0, to: NOW }),
    indexes: ['executions_scheduled', 'slots.cron_job_id'],
  },
  {
    name: 'the first slot from an instant on',
    ask: (session, id) => slots(session).firstDecided(id, NOW),
    indexes: ['executions_scheduled', 'slots.cron_job_id'],
  },
  {
    name: 'how long runs take',
    ask: (session, id) => durationStatistics(session).regressionFigures(id, { at: NOW, baselineDays: 7 }),
    indexes: ['executions_started'],
  },
  {
    name: 'how many runs were under way in a range',
    ask: (session, id) => timeline(session).counts([id], NOW - 1_000, NOW),
    indexes: ['executions_long', 'executions_started'],
  },
  {
    name: 'which runs were under way in a range',
    ask: (session, id) => timeline(session).runs([id], NOW - 1_000, NOW),
    indexes: ['executions_long', 'executions_started'],
  },
  {
    name: 'how many runs of all CronJobs started when',
    ask: (session) => timeline(session).density({ namespace: 'shop' }, 0, NOW, MINUTE),
    indexes: ['cron_jobs.namespace', 'executions_started'],
  },
  {
    name: 'how many runs of some CronJobs started when',
    ask: (session, id) => timeline(session).bins([id], 0, NOW, MINUTE),
    indexes: ['executions_started'],
  },
  {
    name: 'the statistics of a time that is over',
    ask: (session, id) => dailyStatistics(session, new PastMemory()).between(id, NOW - 1_000, NOW),
    indexes: ['executions_started', 'rowid'],
  },
  {
    name: 'a page of runs',
    ask: (session, id) => executions(session).list(id, { limit: 50, offset: 0 }),
    indexes: ['executions_started', 'rowid'],
  },
  {
    name: 'failed runs of some days',
    ask: (session, id) =>
      executions(session).list(id, { from: NOW - 1_000, to: NOW, status: 'failed', limit: 50, offset: 0 }),
    indexes: ['executions_started'],
  },
  {
    name: 'slots that are over',
    ask: (session, id) =>
      pruneSlots({ ...session, transaction: (fn) => fn(session) }, NOW, { cronJobIds: [id] }),
    indexes: ['rowid', 'slots.cron_job_id'],
  },
  {
    name: 'what changes of a CronJob at each look',
    ask: (session, id) => cronJobs(session, null).setLive(id, aLiveState()),
    indexes: ['rowid'],
  },
];

test('SQLite: each question goes by its index', async (t) => {
  const database = await openSqlite(':memory:');
  t.after(() => database.close());
  await migrate(database);
  for (const { name, ask, indexes, walks = [] } of QUESTIONS) {
    await t.test(name, async () => {
      const plan = await planOf(database, ask);
      assert.deepEqual(indexesOf(plan), indexes.toSorted(), plan.join('\n'));
      assert.deepEqual(scansOf(plan, [PENDING, ...walks]), []);
    });
  }
});

test('PostgreSQL: no question needs to read a whole table', async (t) => {
  const database = await openEmptyPostgres(t);
  for (const { name, ask } of QUESTIONS) {
    await t.test(name, async () => {
      const plan = await planOf(database, ask);
      assert.deepEqual(
        plan.filter((step) => step.includes('Seq Scan')),
        [],
      );
    });
  }
});

async function openEmptyPostgres(t: TestContext): Promise<Database> {
  const { connection, [Symbol.asyncDispose]: dispose } = await aPostgresDatabase();
  const database = await openPostgres(connection, silent);
  t.after(async () => {
    await database.close();
    await dispose();
  });
  return database;
}

class Undone extends Error {}

/** The steps of the plans of all that was asked; nothing is left of it. */
async function planOf(database: Database, ask: Question['ask']): Promise<string[]> {
  const steps: string[] = [];
  const asked = database.transaction(
    async (tx) => {
      const cronJobId = await somethingToAskFor(tx);
      const { session, statements } = recording(tx);
      await ask(session, cronJobId);
      if (tx.type === 'postgres') await sql`set local enable_seqscan = off`.execute(tx.db);
      for (const statement of statements) steps.push(...(await explain(tx, statement)));
      throw new Undone();
    },
    { durable: false },
  );
  await assert.rejects(asked, Undone);
  return steps;
}

/** A run that failed, and two messages of one cause about an alert each, so that there is something to join. */
async function somethingToAskFor(tx: Session): Promise<number> {
  const cronJobId = await keep({ cronJobs: cronJobs(tx, null) });
  await executions(tx).insert(cronJobId, anExecution({ jobUid: 'failed', outcome: 'failed' }), NOW);
  await alerts(tx).insert(cronJobId, anAlert({ id: 'alert-one' }));
  const commonCause = 'Node node-a';
  await deliveries(tx, null).insert([
    aDelivery({ id: 'one', alertId: 'alert-one', commonCause }),
    aDelivery({ id: 'two', alertId: 'alert-two', commonCause }),
  ]);
  return cronJobId;
}

/** The session, and what was asked through it: `insert … values` has no plan. */
function recording(tx: Session): { session: Session; statements: CompiledQuery[] } {
  const statements: CompiledQuery[] = [];
  const never = () => Promise.reject(new Error('every statement goes through the transaction'));
  const dialect = tx.type === 'sqlite' ? sqliteDialect(never) : postgresDialect(never);
  const db = new Kysely<Schema>({
    dialect: statementDialect(
      {
        createAdapter: () => dialect.createAdapter(),
        createQueryCompiler: () => dialect.createQueryCompiler(),
        createIntrospector: (kysely) => dialect.createIntrospector(kysely),
      },
      (query) => {
        if (query.query.kind !== 'InsertQueryNode') statements.push(query);
        return tx.db.executeQuery<Record<string, unknown>>(query);
      },
    ),
  });
  const session: Session = { ...tx, db, atomically: (fn) => fn(session) };
  return { session, statements };
}

async function explain(tx: Session, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const how = tx.type === 'sqlite' ? 'explain query plan' : 'explain';
  const query = CompiledQuery.raw(`${how} ${text}`, [...parameters]);
  const { rows } = await tx.db.executeQuery<Record<string, string>>(query);
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']!);
}

/** The steps that read a table or an index from its beginning to its end, but for the indexes that may be. */
function scansOf(plan: readonly string[], walks: readonly string[]): string[] {
  // What another step found is read whole.
  const found = plan.flatMap(
    (step) => /^(?:CO-ROUTINE|MATERIALIZE) (?<name>\w+)/.exec(step)?.groups?.['name'] ?? [],
  );
  return plan.filter((step) => {
    const { name = '', index = '' } =
      /^SCAN (?<name>\w+)(?: USING (?:COVERING )?INDEX (?<index>\w+))?/.exec(step)?.groups ?? {};
    return name !== '' && !found.includes(name) && !walks.includes(index);
  });
}

function indexesOf(plan: readonly string[]): string[] {
  const found = plan.flatMap((step) => {
    if (step.includes('USING INTEGER PRIMARY KEY')) return 'rowid';
    const key = /sqlite_autoindex_(?<table>\w+)_\d+ \((?<column>\w+)/.exec(step)?.groups;
    if (key !== undefined) return `${key['table']}.${key['column']}`;
    return /USING (?:COVERING )?INDEX (?<name>\w+)/.exec(step)?.groups?.['name'] ?? [];
  });
  return [...new Set(found)].sort();
}

function firstPage(pages: AsyncGenerator): Promise<unknown> {
  return pages.next();
}

function toDigest(members: readonly Delivery[]): Digest {
  return joinMessages('ops', members, null, NOW);
}
