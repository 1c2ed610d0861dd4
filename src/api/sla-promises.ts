import { DAY } from '../lib/duration.ts';
import { maintenancePeriods } from '../rule/maintenance.ts';
import { type SlaSpec, toMonitorSpec } from '../rule/monitor-spec.ts';

/** A monitor with its spec as the cluster has it. */
export interface SlaMonitor {
  readonly id: number;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly spec: unknown;
}

/** How a monitor counts; one generation of a monitor has one kind of terms. */
export interface SlaTerms {
  readonly monitor: string;
  readonly generation: number;
  readonly widthMs: number;
  /** The maintenance within [from, to): periods apart from each other, in order. */
  readonly maintenance: (
    from: number,
    to: number,
  ) => readonly { readonly from: number; readonly until: number }[];
}

/** What a monitor promises of its CronJobs. */
export interface SlaPromise {
  readonly monitor: SlaMonitor;
  readonly sla: SlaSpec;
  readonly terms: SlaTerms;
}

/** Reads the SLAs of monitors; each spec once, as long as its monitor is there. */
export class SlaPromises {
  #read = new Map<string, SlaPromise | null>();

  /** The promises of those that make one: no monitor without `sla`, with a disabled one, or with an invalid spec. */
  of(monitors: readonly SlaMonitor[]): readonly SlaPromise[] {
    const before = this.#read;
    this.#read = new Map(
      monitors.map((monitor) => {
        const key = `${monitor.uid}/${monitor.generation}`;
        return [key, before.has(key) ? before.get(key)! : toPromise(monitor)];
      }),
    );
    return [...this.#read.values()].filter((promise) => promise !== null);
  }
}

function toPromise(monitor: SlaMonitor): SlaPromise | null {
  const parsed = toMonitorSpec(monitor.spec);
  if (parsed.kind === 'invalid') return null;
  const { sla, maintenanceWindows } = parsed.spec;
  if (sla === null || !sla.enabled) return null;
  const terms: SlaTerms = {
    monitor: monitor.uid,
    generation: monitor.generation,
    widthMs: sla.windowDays * DAY,
    maintenance: (from, to) => maintenancePeriods(maintenanceWindows, from, to),
  };
  return { monitor, sla, terms };
}
