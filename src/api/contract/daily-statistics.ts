import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { MonitorName } from './monitor-name.ts';
import { nullable } from './nullable.ts';

/** The runs of one CronJob that started on one UTC day. Durations are seconds over successful runs; 0 without one. */
export const DayStatistics = Type.Object({
  date: about('The UTC day.', Type.String({ format: 'date' })),
  runs: about('Finished runs that started that day.', Type.Integer()),
  succeeded: about('Those that succeeded.', Type.Integer()),
  failed: about('Those that failed.', Type.Integer()),
  successRate: about('Percent; null when no run started that day.', nullable(Type.Number())),
  avgDuration: about('The mean, in seconds, over successful runs; 0 without one.', Type.Number()),
  p50Duration: about('The median, in seconds, over successful runs; 0 without one.', Type.Number()),
  p95Duration: about('The 95th percentile, in seconds, over successful runs; 0 without one.', Type.Number()),
  p99Duration: about('The 99th percentile, in seconds, over successful runs; 0 without one.', Type.Number()),
  flaky: about('Successful runs that took more than one attempt.', Type.Integer()),
  manual: about('Runs that were started by hand.', Type.Integer()),
  missed: about('Slots of the day that stayed without a run and that nothing excuses.', Type.Integer()),
});
export type DayStatistics = Static<typeof DayStatistics>;

/** What the durations of the last 24 hours are compared with. Durations are seconds over successful runs. */
export const DurationBaseline = Type.Object({
  days: about('How many days before the last 24 hours it covers.', Type.Integer()),
  runs: about('Successful runs in it.', Type.Integer()),
  p50Duration: about('The median, in seconds, over successful runs; 0 without one.', Type.Number()),
  p95Duration: about('The 95th percentile, in seconds, over successful runs; 0 without one.', Type.Number()),
});
export type DurationBaseline = Static<typeof DurationBaseline>;

/** The successful runs of the last 24 hours and of the hour that goes on. */
export const RecentDurations = Type.Object({
  runs: about('Successful runs in it.', Type.Integer()),
  p50Duration: about('The median, in seconds, over successful runs; 0 without one.', Type.Number()),
  p95Duration: about('The 95th percentile, in seconds, over successful runs; 0 without one.', Type.Number()),
});
export type RecentDurations = Static<typeof RecentDurations>;

/** By what runs are told to take longer than they did: as the rule for DurationRegression judges. */
export const RegressionTerms = Type.Object({
  threshold: about("Percent above the baseline's p95Duration; more is a regression.", Type.Number()),
  baselineDays: about('How many days the baseline has.', Type.Integer()),
  monitor: about(
    'Of several monitors with an SLA the one that allows least; null for the defaults, without any.',
    nullable(MonitorName),
  ),
});
export type RegressionTerms = Static<typeof RegressionTerms>;

/** The runs of seven days. */
export const WeekStatistics = Type.Object({
  runs: about('Finished runs that started in the week.', Type.Integer()),
  succeeded: about('Those that succeeded.', Type.Integer()),
  successRate: about('Percent; null when no run started in the week.', nullable(Type.Number())),
});
export type WeekStatistics = Static<typeof WeekStatistics>;

/** The last seven days, today included, beside the seven before. */
export const WeekOverWeek = Type.Object({
  current: about('The last seven days, today included.', WeekStatistics),
  previous: about('The seven days before.', WeekStatistics),
  change: about(
    'The current rate less the previous, in percentage points; null where one is missing.',
    nullable(Type.Number()),
  ),
});
export type WeekOverWeek = Static<typeof WeekOverWeek>;

export const DailyStatistics = Type.Object(
  {
    items: about('The days, oldest first.', Type.Array(DayStatistics)),
    weekOverWeek: about('The last seven days beside the seven before.', WeekOverWeek),
    regressionTerms: about('What a regression is here.', RegressionTerms),
    slaTarget: about(
      'Percent of successful runs that its monitors ask for: of several the highest; null where none has an SLA.',
      nullable(Type.Number()),
    ),
    baseline: about(
      'Left out while it has fewer than 20 successful runs: too few to compare with.',
      Type.Optional(DurationBaseline),
    ),
    recent: about('Left out while it has fewer than 5 successful runs.', Type.Optional(RecentDurations)),
  },
  {
    $id: 'DailyStatistics',
    description: 'One item for each UTC day, days without runs too, oldest first, today last.',
  },
);
export type DailyStatistics = Static<typeof DailyStatistics>;

/** How many days back, today included. */
export const DailyStatisticsQuery = Type.Object({
  days: about('How many days, today included.', Type.Integer({ minimum: 1, maximum: 365, default: 30 })),
});
export type DailyStatisticsQuery = Static<typeof DailyStatisticsQuery>;
