import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { MonitorName } from './monitor-name.ts';
import { nullable } from './nullable.ts';
import { Outcome } from './execution.ts';
import { Limit, offset, pageOf } from './paging.ts';
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
  successRate: about('Percent; 100 while `totalExecutions` is 0.', Type.Number()),
  avgDuration: about('The mean, in seconds, over successful runs; 0 without one.', Type.Number()),
  p50Duration: about('The median, in seconds, over successful runs; 0 without one.', Type.Number()),
  p95Duration: about('The 95th percentile, in seconds, over successful runs; 0 without one.', Type.Number()),
  p99Duration: about('The 99th percentile, in seconds, over successful runs; 0 without one.', Type.Number()),
  totalExecutions: about('Finished runs.', Type.Integer()),
  flakyExecutions: about('Successful ones that took more than one attempt.', Type.Integer()),
  flakyRate: about('Percent of the successful ones; 0 while there is none.', Type.Number()),
});
export type Metrics = Static<typeof Metrics>;

const shared = {
  namespace: about('The namespace of the CronJob.', Type.String()),
  name: about('The name of the CronJob.', Type.String()),
  status: about(
    '`critical` while a critical alert is active, `warning` while another is, else `healthy`.',
    HealthStatus,
  ),
  successRate: about(
    'Percent of the finished runs in the window; 100 while `totalExecutions` is 0.',
    Type.Number(),
  ),
  lastRun: about('Start of the newest execution.', NullableTimestamp),
  nextRun: about('Null when suspended or never.', NullableTimestamp),
  schedule: about('As in `spec.schedule`.', Type.String()),
  scheduleText: about(
    'The schedule in words, with its zone; says so when it never runs, and why.',
    Type.String(),
  ),
  timeZone: about("Null means the zone of the cluster's controller manager.", NullableText),
  suspended: about('As in `spec.suspend`.', Type.Boolean()),
  lastStatus: about('How the newest execution ended; null before the first.', nullable(Outcome)),
  recent: about('The outcomes of up to 24 newest executions, oldest first.', Type.Array(Outcome)),
  p50Duration: about('Seconds, over successful runs in the window; 0 without one.', Type.Number()),
  totalExecutions: about('Finished runs in the window.', Type.Integer()),
  activeAlerts: about('Alerts about it whose cause lasts.', Type.Integer()),
  windowDays: about('The window of the statistics, in days.', Type.Integer()),
};

export const CronJobSummary = Type.Object(
  {
    ...shared,
    running: about('How many of its Jobs run now.', Type.Integer()),
  },
  { $id: 'CronJobSummary', description: 'A CronJob as lists show it.' },
);
export type CronJobSummary = Static<typeof CronJobSummary>;

/** A Job that has not ended. */
export const RunningJob = Type.Object({
  jobName: about('The name of the Job.', Type.String()),
  startTime: about('When the Job started.', Timestamp),
  manual: about('Started by hand rather than by a slot.', Type.Boolean()),
  state: about(
    '`pending` has no running Pod; `finishing` is decided while its Pods still stop.',
    Type.Union([Type.Literal('pending'), Type.Literal('running'), Type.Literal('finishing')]),
  ),
  stuck: about(
    "Why no Pod runs, in the cluster's words; null while one does or may be expected to.",
    nullable(
      Type.Object({
        since: about('Since when.', Timestamp),
        reason: about('In one word.', Type.String()),
        message: about('In a sentence.', Type.String()),
      }),
    ),
  ),
});
export type RunningJob = Static<typeof RunningJob>;

export const CronJobDetail = Type.Object(
  {
    ...shared,
    metrics: about('Of the finished runs in the window.', Metrics),
    previousMetrics: about(
      'The same of the as many days before the window, to the full hour; null without a finished run in them.',
      nullable(Metrics),
    ),
    scheduleProblem: about(
      'Why it will never start by its schedule, in words; null when it will.',
      NullableText,
    ),
    deletedAt: about(
      'Since when it is gone from the cluster; its history stays readable.',
      NullableTimestamp,
    ),
    running: about('Its Jobs that run now (the summary has their number).', Type.Array(RunningJob)),
    monitors: about('The monitors that select it.', Type.Array(MonitorName)),
  },
  {
    $id: 'CronJobDetail',
    description: 'One CronJob. Unlike in the summary, `running` holds the Jobs themselves.',
  },
);
export type CronJobDetail = Static<typeof CronJobDetail>;

export const CronJobList = pageOf(CronJobSummary, 'The CronJobs, by namespace and name.', {
  $id: 'CronJobList',
  description: 'A page by namespace and name; `total` counts all pages.',
});
export type CronJobList = Static<typeof CronJobList>;

/** The filters of the list; all that are given must hold. */
export const CronJobQuery = Type.Object({
  namespace: about('The namespace of the CronJobs.', Type.Optional(NonEmptyText)),
  status: about('Their status.', Type.Optional(HealthStatus)),
  monitor: about("A monitor's name in any namespace, or `namespace/name`.", Type.Optional(MonitorText)),
  limit: about('All without it.', Type.Optional(Limit)),
  offset,
});
export type CronJobQuery = Static<typeof CronJobQuery>;

/** What names a CronJob in a path. */
export const CronJobParams = Type.Object({
  namespace: about('The namespace of the CronJob.', Type.String()),
  name: about('The name of the CronJob.', Type.String()),
});
export type CronJobParams = Static<typeof CronJobParams>;

export const TriggerResult = Type.Object(
  {
    jobName: about('The name of the Job that was made.', Type.String()),
    message: about('The same in words.', Type.String()),
  },
  { $id: 'TriggerResult', description: 'The Job that a trigger created.' },
);
export type TriggerResult = Static<typeof TriggerResult>;

export const SuspendResult = Type.Object(
  {
    suspended: about('What `spec.suspend` is now.', Type.Boolean()),
    message: about('The same in words.', Type.String()),
  },
  { $id: 'SuspendResult', description: "What a CronJob's `spec.suspend` was set to." },
);
export type SuspendResult = Static<typeof SuspendResult>;
