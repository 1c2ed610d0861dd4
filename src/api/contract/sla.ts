import { type Static, Type } from 'typebox';
import { MonitorText, NonEmptyText } from './text.ts';

/** What does not count, and how often. Each run or slot is in one of them only. */
export const SlaExclusions = Type.Object({
  /** Runs started by hand, which belong to no slot. */
  manual: Type.Integer(),
  /** Slots within the monitor's maintenance windows, with or without a run. */
  maintenance: Type.Integer(),
  /** Slots that passed while the CronJob was suspended. */
  suspended: Type.Integer(),
  /** Slots that passed while nobody watched, and that left no evidence. */
  unknown: Type.Integer(),
});
export type SlaExclusions = Static<typeof SlaExclusions>;

/** How the rate moved from the window before: a tenth of a percent or less is steady. */
export const SlaTrend = Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('steady')]);
export type SlaTrend = Static<typeof SlaTrend>;

/** One CronJob against the SLA of a monitor that selects it. */
export const SlaItem = Type.Object(
  {
    namespace: Type.String(),
    cronjobName: Type.String(),
    /** Percent of the counted slots that had a successful run; 100 while `evaluatedRuns` is 0. */
    successRate: Type.Number(),
    /** Percent: the monitor's minSuccessRate. */
    slaTarget: Type.Number(),
    compliant: Type.Boolean(),
    windowDays: Type.Integer(),
    /** Of several monitors the one whose target the CronJob misses by most, or keeps by least. */
    monitor: Type.Object({ namespace: Type.String(), name: Type.String() }),
    /** How many slots count, those without a run too. */
    evaluatedRuns: Type.Integer(),
    /** Slots that count and had a run that failed. */
    failedRuns: Type.Integer(),
    /** Slots that count and had no run. */
    missedRuns: Type.Integer(),
    exclusions: SlaExclusions,
    /** How many of the counted slots may go without a successful run, and how many did. */
    errorBudget: Type.Object({
      allowed: Type.Number(),
      used: Type.Integer(),
      /** Percent; 0 when more is used than allowed. */
      leftPercent: Type.Number(),
    }),
    /** The rate of the window before; null when nothing counted in it, and then there is no trend. */
    previousSuccessRate: Type.Union([Type.Number(), Type.Null()]),
    trend: Type.Union([SlaTrend, Type.Null()]),
    /** How often the rate fell below the target in the last 90 days: the alerts with reason SuccessRate. */
    breaches: Type.Integer(),
  },
  { $id: 'SlaItem' },
);
export type SlaItem = Static<typeof SlaItem>;

/** One item for each CronJob that a monitor with an SLA selects, by namespace and name. */
export const SlaReport = Type.Object(
  {
    items: Type.Array(SlaItem),
    summary: Type.Object({
      totalCronJobs: Type.Integer(),
      compliant: Type.Integer(),
      nonCompliant: Type.Integer(),
      /** Percent of the items that are compliant; 100 when there is none. */
      overallRate: Type.Number(),
    }),
  },
  { $id: 'SlaReport' },
);
export type SlaReport = Static<typeof SlaReport>;

/** Which CronJobs; all that are given must hold. */
export const SlaQuery = Type.Object({
  namespace: Type.Optional(NonEmptyText),
  /** A monitor's name in any namespace, or `namespace/name`: its SLA alone is told. */
  monitor: Type.Optional(MonitorText),
});
export type SlaQuery = Static<typeof SlaQuery>;
