import { type Static, Type } from 'typebox';

/** The runs of one CronJob that started on one UTC day. Durations are seconds over successful runs; 0 without one. */
export const DayStatistics = Type.Object({
  date: Type.String({ format: 'date' }),
  runs: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  /** Percent; null when no run started that day. */
  successRate: Type.Union([Type.Number(), Type.Null()]),
  avgDuration: Type.Number(),
  p50Duration: Type.Number(),
  p95Duration: Type.Number(),
  p99Duration: Type.Number(),
  /** Successful runs that took more than one attempt. */
  flaky: Type.Integer(),
  /** Runs that were started by hand. */
  manual: Type.Integer(),
  /** Slots of the day that stayed without a run and that nothing excuses. */
  missed: Type.Integer(),
});
export type DayStatistics = Static<typeof DayStatistics>;

/** What the durations of the last 24 hours are compared with. Durations are seconds over successful runs. */
export const DurationBaseline = Type.Object({
  /** How many days before the last 24 hours it covers. */
  days: Type.Integer(),
  /** Successful runs in it. */
  runs: Type.Integer(),
  p50Duration: Type.Number(),
  p95Duration: Type.Number(),
});
export type DurationBaseline = Static<typeof DurationBaseline>;

/** The successful runs of the last 24 hours and of the hour that goes on. */
export const RecentDurations = Type.Object({
  runs: Type.Integer(),
  p50Duration: Type.Number(),
  p95Duration: Type.Number(),
});
export type RecentDurations = Static<typeof RecentDurations>;

/** By what runs are told to take longer than they did: as the rule for DurationRegression judges. */
export const RegressionTerms = Type.Object({
  /** Percent above the baseline's p95Duration; more is a regression. */
  threshold: Type.Number(),
  baselineDays: Type.Integer(),
  /** Of several monitors with an SLA the one that allows least; null for the defaults, without any. */
  monitor: Type.Union([Type.Object({ namespace: Type.String(), name: Type.String() }), Type.Null()]),
});
export type RegressionTerms = Static<typeof RegressionTerms>;

/** The runs of seven days. */
export const WeekStatistics = Type.Object({
  runs: Type.Integer(),
  succeeded: Type.Integer(),
  /** Percent; null when no run started in the week. */
  successRate: Type.Union([Type.Number(), Type.Null()]),
});
export type WeekStatistics = Static<typeof WeekStatistics>;

/** The last seven days, today included, beside the seven before. */
export const WeekOverWeek = Type.Object({
  current: WeekStatistics,
  previous: WeekStatistics,
  /** The current rate less the previous, in percentage points; null where one is missing. */
  change: Type.Union([Type.Number(), Type.Null()]),
});
export type WeekOverWeek = Static<typeof WeekOverWeek>;

/** One item for each UTC day, days without runs too, oldest first, today last. */
export const DailyStatistics = Type.Object(
  {
    items: Type.Array(DayStatistics),
    weekOverWeek: WeekOverWeek,
    regressionTerms: RegressionTerms,
    /** Left out while it has fewer than 20 successful runs: too few to compare with. */
    baseline: Type.Optional(DurationBaseline),
    /** Left out while it has fewer than 5 successful runs. */
    recent: Type.Optional(RecentDurations),
  },
  { $id: 'DailyStatistics' },
);
export type DailyStatistics = Static<typeof DailyStatistics>;

/** How many days back, today included. */
export const DailyStatisticsQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 30 })),
});
export type DailyStatisticsQuery = Static<typeof DailyStatisticsQuery>;
