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

/** One item for each UTC day, days without runs too, oldest first, today last. */
export const DailyStatistics = Type.Object(
  {
    items: Type.Array(DayStatistics),
    /** Left out while it has fewer than 20 successful runs: too few to compare with. */
    baseline: Type.Optional(DurationBaseline),
  },
  { $id: 'DailyStatistics' },
);
export type DailyStatistics = Static<typeof DailyStatistics>;

/** How many days back, today included. */
export const DailyStatisticsQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 30 })),
});
export type DailyStatisticsQuery = Static<typeof DailyStatisticsQuery>;
