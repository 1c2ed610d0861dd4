import type { SlaCounts } from '../../execution/sla.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import type { Turns } from '../../lib/turns.ts';
import { type SlaSubject, toSlaItems, toSlaReport } from '../answer/sla.ts';
import { SLA_COLUMNS } from '../answer/sla-columns.ts';
import type { AppInstance } from '../app-instance.ts';
import { type SlaItem, SlaQuery, SlaReport } from '../contract/sla.ts';
import { CSV_RESPONSE, CsvAnswers, NO_HEAD, onePage } from '../csv-answers.ts';
import { type MonitorFilter, monitorFilterOf } from '../monitor-filter.ts';
import { type SlaMonitor, type SlaPromise, SlaPromises, type SlaTerms } from '../sla-promises.ts';
import { STORED } from '../stored-answer.ts';

/** Where it is counted what an SLA is about. */
export interface SlaReader {
  /** By namespace and name. */
  monitors(): Promise<readonly SlaMonitor[]>;
  /** The CronJobs in the cluster that monitors select, by namespace and name. */
  members(filter: {
    readonly namespace?: string;
    readonly monitor?: MonitorFilter;
  }): Promise<readonly SlaMember[]>;
  /** The alerts about a success rate that were raised since, by the CronJob's id. */
  breaches(since: number): Promise<ReadonlyMap<number, SlaBreaches>>;
  /** Of (to - width, to], and of as long a time before it; CronJobs that do not exist are left out. */
  figuresOf(
    cronJobIds: readonly number[],
    terms: SlaTerms,
    to: number,
  ): Promise<ReadonlyMap<number, SlaFigures>>;
}

/** A CronJob that a monitor selects. */
export interface SlaMember {
  readonly monitorId: number;
  readonly cronJobId: number;
  readonly namespace: string;
  readonly name: string;
}

export interface SlaBreaches {
  readonly raised: number;
  readonly firstAt: number;
}

export interface SlaFigures {
  readonly current: SlaCounts;
  readonly previous: SlaCounts;
  /** While nothing is recorded they stay the same before this. */
  readonly holdUntil: number;
}

/** What the routes of the SLA call. */
export interface SlaPorts {
  readonly clock: Clock;
  readonly sla: SlaReader;
}

/** How far back breaches are counted. */
const BREACHES_MS = 90 * DAY;

/** How the CronJobs stand against what their monitors promise. */
export function slaRoutes(app: AppInstance, { clock, sla }: SlaPorts, turns: Turns): void {
  const promises = new SlaPromises();
  const csv = new CsvAnswers(app, clock, turns);

  app.get(
    '/sla',
    {
      config: STORED,
      schema: { summary: 'Read the SLA report', querystring: SlaQuery, response: { 200: SlaReport } },
    },
    async ({ query, storedAnswer }) => {
      const { items, holdUntil } = await read(query);
      storedAnswer?.holdsUntil(holdUntil);
      return toSlaReport(items);
    },
  );

  app.get(
    '/export/sla',
    {
      ...NO_HEAD,
      schema: { summary: 'Export the SLA report', querystring: SlaQuery, response: CSV_RESPONSE },
    },
    async ({ query }, reply) => {
      const items = async () => (await read(query)).items;
      return csv.answer(reply, 'sla', SLA_COLUMNS, onePage(items));
    },
  );

  async function read({ namespace, monitor }: SlaQuery): Promise<{ items: SlaItem[]; holdUntil: number }> {
    const now = clock.now();
    const filter = { ...(namespace && { namespace }), ...monitorFilterOf(monitor) };
    const [monitors, members, breaches] = await Promise.all([
      sla.monitors(),
      sla.members(filter),
      sla.breaches(now - BREACHES_MS),
    ]);
    const figures = await figuresOf(promises.of(monitors), members, now);
    const subjects = members.flatMap((member): SlaSubject[] => {
      const known = figures.get(member.monitorId);
      const counted = known?.counted.get(member.cronJobId);
      if (known === undefined || counted === undefined) return [];
      return [toSubject(member, known.promise, counted, breaches.get(member.cronJobId)?.raised ?? 0)];
    });
    const ends = [...figures.values()].flatMap(({ counted }) =>
      [...counted.values()].map((each) => each.holdUntil),
    );
    for (const { firstAt } of breaches.values()) ends.push(firstAt + BREACHES_MS + 1);
    return { items: toSlaItems(subjects), holdUntil: earliest(ends) };
  }

  async function figuresOf(
    made: readonly SlaPromise[],
    members: readonly SlaMember[],
    now: number,
  ): Promise<Map<number, { promise: SlaPromise; counted: ReadonlyMap<number, SlaFigures> }>> {
    const ids = Map.groupBy(members, ({ monitorId }) => monitorId);
    const figures = new Map<number, { promise: SlaPromise; counted: ReadonlyMap<number, SlaFigures> }>();
    for (const promise of made) {
      const ofMonitor = (ids.get(promise.monitor.id) ?? []).map(({ cronJobId }) => cronJobId);
      if (ofMonitor.length === 0) continue;
      const counted = await sla.figuresOf(ofMonitor, promise.terms, now);
      figures.set(promise.monitor.id, { promise, counted });
    }
    return figures;
  }
}

function toSubject(
  { namespace, name }: SlaMember,
  { monitor, sla }: SlaPromise,
  { current, previous }: SlaFigures,
  breaches: number,
): SlaSubject {
  const { minSuccessRate: target, windowDays } = sla;
  return { namespace, name, monitor, target, windowDays, current, previous, breaches };
}

/** A loop, since a spread of ten thousand arguments is too long for a call. */
function earliest(instants: readonly number[]): number {
  return instants.reduce((first, at) => Math.min(first, at), Infinity);
}
