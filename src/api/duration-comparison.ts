import type { RunStatistics } from '../execution/run-statistics.ts';
import { DAY } from '../lib/duration.ts';
import { endOfHour, startOfHour } from '../lib/full-hour.ts';
import { toMonitorSpec } from '../rule/monitor-spec.ts';
import type { MonitorName } from './contract/monitor-name.ts';
import { type SlaMonitor, type SlaPromise, SlaPromises } from './sla-promises.ts';

/** What is read to compare how long the runs of a CronJob take with how long they took. */
export interface DurationReader {
  readonly dailyStatistics: {
    /** The runs that started at `from` or later and earlier than `before`, taken together. */
    between(cronJobId: number, from: number, before: number): Promise<RunStatistics>;
  };
  readonly monitors: {
    /** The monitors that select the CronJob, by namespace and name. */
    ofCronJob(cronJobId: number): Promise<readonly MonitorName[]>;
  };
  readonly sla: {
    /** By namespace and name. */
    monitors(): Promise<readonly SlaMonitor[]>;
  };
}

/** By what a regression of durations is told. */
export interface RegressionTerms {
  /** Percent above the baseline's P95. */
  readonly threshold: number;
  readonly baselineDays: number;
  /** Whose terms; null for the defaults, where no monitor with an SLA selects the CronJob. */
  readonly monitor: MonitorName | null;
}

/** The last 24 hours beside the days before them, both by the terms. */
export interface DurationComparison {
  readonly terms: RegressionTerms;
  /** What the monitors that select the CronJob promise of it; the terms are taken from these. */
  readonly promises: readonly SlaPromise[];
  readonly baseline: RunStatistics;
  readonly recent: RunStatistics;
}

/** Compares durations by the terms on which the rule for their regression judges. */
export class DurationComparisons {
  readonly #ports: DurationReader;
  readonly #promises = new SlaPromises();

  constructor(ports: DurationReader) {
    this.#ports = ports;
  }

  /** In full hours: the comparison stays the same for one, and the hour that goes on counts as recent. */
  async of(cronJobId: number, now: number): Promise<DurationComparison> {
    const { dailyStatistics } = this.#ports;
    const promises = await this.#promisesFor(cronJobId);
    const terms = termsOf(promises);
    const hour = startOfHour(now);
    const [baseline, recent] = await Promise.all([
      dailyStatistics.between(cronJobId, hour - (terms.baselineDays + 1) * DAY, hour - DAY),
      dailyStatistics.between(cronJobId, hour - DAY, endOfHour(now)),
    ]);
    return { terms, promises, baseline, recent };
  }

  async #promisesFor(cronJobId: number): Promise<readonly SlaPromise[]> {
    const { monitors, sla } = this.#ports;
    const [selecting, known] = await Promise.all([monitors.ofCronJob(cronJobId), sla.monitors()]);
    const names = new Set(selecting.map(({ namespace, name }) => `${namespace}/${name}`));
    return this.#promises
      .of(known)
      .filter(({ monitor }) => names.has(`${monitor.namespace}/${monitor.name}`));
  }
}

/** Of several monitors those of the one that allows least, which tells first. */
function termsOf(promises: readonly SlaPromise[]): RegressionTerms {
  const terms = promises.map(({ monitor: { namespace, name }, sla }) => toTerms(sla, { namespace, name }));
  return terms.toSorted((a, b) => a.threshold - b.threshold)[0] ?? defaultTerms();
}

function toTerms(
  sla: { readonly durationRegressionThreshold: number; readonly durationBaselineWindowDays: number },
  monitor: MonitorName | null,
): RegressionTerms {
  return {
    threshold: sla.durationRegressionThreshold,
    baselineDays: sla.durationBaselineWindowDays,
    monitor,
  };
}

/** As a monitor's whose `sla` says nothing. */
function defaultTerms(): RegressionTerms {
  const parsed = toMonitorSpec({ sla: {} });
  if (parsed.kind === 'invalid' || parsed.spec.sla === null) throw new Error('The default SLA is invalid.');
  return toTerms(parsed.spec.sla, null);
}
