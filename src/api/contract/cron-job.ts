import { type Static, Type } from 'typebox';
import { Outcome } from './execution.ts';
import { Limit, Offset } from './paging.ts';
import { MonitorText, NonEmptyText, NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** `critical` while a critical alert is active, `warning` while another is. */
export const HealthStatus = Type.Union([
  Type.Literal('healthy'),
  Type.Literal('warning'),
  Type.Literal('critical'),
]);
export type HealthStatus = Static<typeof HealthStatus>;

/** Statistics of the finished runs in a window. Durations are seconds over successful runs; 0 without one. */
export const Metrics = Type.Object({
  /** Percent; 100 while `totalExecutions` is 0. */
  successRate: Type.Number(),
  avgDuration: Type.Number(),
  p50Duration: Type.Number(),
  p95Duration: Type.Number(),
  p99Duration: Type.Number(),
  totalExecutions: Type.Integer(),
  /** Successful ones that took more than one attempt. */
  flakyExecutions: Type.Integer(),
  /** Percent of the successful ones; 0 while there is none. */
  flakyRate: Type.Number(),
});
export type Metrics = Static<typeof Metrics>;

const shared = {
  namespace: Type.String(),
  name: Type.String(),
  status: HealthStatus,
  /** Percent of the finished runs in the window; 100 while `totalExecutions` is 0. */
  successRate: Type.Number(),
  /** Start of the newest execution. */
  lastRun: NullableTimestamp,
  /** Null when suspended or never. */
  nextRun: NullableTimestamp,
  schedule: Type.String(),
  /** The schedule in words, with its zone; says so when it never runs, and why. */
  scheduleText: Type.String(),
  /** Null means the zone of the cluster's controller manager. */
  timeZone: NullableText,
  suspended: Type.Boolean(),
  /** How the newest execution ended; null before the first. */
  lastStatus: Type.Union([Outcome, Type.Null()]),
  /** The outcomes of up to 24 newest executions, oldest first. */
  recent: Type.Array(Outcome),
  /** Seconds, over successful runs in the window; 0 without one. */
  p50Duration: Type.Number(),
  /** Finished runs in the window. */
  totalExecutions: Type.Integer(),
  activeAlerts: Type.Integer(),
  /** The window of the statistics, in days. */
  windowDays: Type.Integer(),
};

/** A CronJob as lists show it. */
export const CronJobSummary = Type.Object(
  {
    ...shared,
    /** How many of its Jobs run now. */
    running: Type.Integer(),
  },
  { $id: 'CronJobSummary' },
);
export type CronJobSummary = Static<typeof CronJobSummary>;

/** A Job that has not ended. */
export const RunningJob = Type.Object({
  jobName: Type.String(),
  startTime: Timestamp,
  manual: Type.Boolean(),
  /** `pending` has no running Pod; `finishing` is decided while its Pods still stop. */
  state: Type.Union([Type.Literal('pending'), Type.Literal('running'), Type.Literal('finishing')]),
  /** Why no Pod runs, in the cluster's words; null while one does or may be expected to. */
  stuck: Type.Union([
    Type.Object({ since: Timestamp, reason: Type.String(), message: Type.String() }),
    Type.Null(),
  ]),
});
export type RunningJob = Static<typeof RunningJob>;

/** One CronJob. Unlike in the summary, `running` holds the Jobs themselves. */
export const CronJobDetail = Type.Object(
  {
    ...shared,
    metrics: Metrics,
    /** Why it will never start by its schedule, in words; null when it will. */
    scheduleProblem: NullableText,
    /** Since when it is gone from the cluster; its history stays readable. */
    deletedAt: NullableTimestamp,
    /** Its Jobs that run now (the summary has their number). */
    running: Type.Array(RunningJob),
    /** The monitors that select it. */
    monitors: Type.Array(Type.Object({ namespace: Type.String(), name: Type.String() })),
  },
  { $id: 'CronJobDetail' },
);
export type CronJobDetail = Static<typeof CronJobDetail>;

/** A page by namespace and name; `total` counts all pages. */
export const CronJobList = Type.Object(
  { items: Type.Array(CronJobSummary), total: Type.Integer() },
  { $id: 'CronJobList' },
);
export type CronJobList = Static<typeof CronJobList>;

/** The filters of the list; all that are given must hold. */
export const CronJobQuery = Type.Object({
  namespace: Type.Optional(NonEmptyText),
  status: Type.Optional(HealthStatus),
  /** A monitor's name in any namespace, or `namespace/name`. */
  monitor: Type.Optional(MonitorText),
  /** All without it. */
  limit: Type.Optional(Limit),
  offset: Type.Optional(Offset),
});
export type CronJobQuery = Static<typeof CronJobQuery>;

/** What names a CronJob in a path. */
export const CronJobParams = Type.Object({ namespace: Type.String(), name: Type.String() });
export type CronJobParams = Static<typeof CronJobParams>;

/** The Job that a trigger created. */
export const TriggerResult = Type.Object(
  { jobName: Type.String(), message: Type.String() },
  { $id: 'TriggerResult' },
);
export type TriggerResult = Static<typeof TriggerResult>;

/** What a CronJob's `spec.suspend` was set to. */
export const SuspendResult = Type.Object(
  { suspended: Type.Boolean(), message: Type.String() },
  { $id: 'SuspendResult' },
);
export type SuspendResult = Static<typeof SuspendResult>;
