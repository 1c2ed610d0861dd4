import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { CronJobSummary, Metrics } from './cron-job.ts';
import { Timestamp } from './timestamp.ts';

const shared = {
  namespace: about('The namespace of the CronJobMonitor.', Type.String()),
  name: about('The name of the CronJobMonitor.', Type.String()),
  cronJobCount: about('How many CronJobs it selects.', Type.Integer()),
  healthySummary: about(
    'How they are.',
    Type.Object({
      healthy: about('Without an active alert.', Type.Integer()),
      warning: about('With active alerts, none of them critical.', Type.Integer()),
      critical: about('With a critical alert.', Type.Integer()),
    }),
  ),
};

export const MonitorSummary = Type.Object(shared, {
  $id: 'MonitorSummary',
  description: 'A CronJobMonitor with how the CronJobs that it selects are.',
});
export type MonitorSummary = Static<typeof MonitorSummary>;

/** A condition of the resource's status: what a bad spec is told by. */
export const MonitorCondition = Type.Object({
  type: about('What it is about.', Type.String()),
  status: about(
    'Whether it holds.',
    Type.Union([Type.Literal('True'), Type.Literal('False'), Type.Literal('Unknown')]),
  ),
  reason: about('Why, in one word.', Type.String()),
  message: about('Why, in a sentence.', Type.String()),
  lastTransitionTime: about('When `status` last changed.', Timestamp),
});
export type MonitorCondition = Static<typeof MonitorCondition>;

export const MonitorDetail = Type.Object(
  {
    ...shared,
    spec: about('The spec of the CronJobMonitor as it stands in the cluster.', Type.Unknown()),
    cronJobs: about('Those that it selects, by namespace and name.', Type.Array(CronJobSummary)),
    metrics: about(
      'Over all runs of all its CronJobs in their windows.',
      Type.Object({
        ...Metrics.properties,
        percentileShare: about(
          'What share of each window, from its end, the percentiles are of: 1, unless the monitor has more than 50,000 runs in its windows.',
          Type.Number(),
        ),
      }),
    ),
    conditions: about("Of the resource's status.", Type.Array(MonitorCondition)),
  },
  { $id: 'MonitorDetail', description: 'One monitor with its CronJobs.' },
);
export type MonitorDetail = Static<typeof MonitorDetail>;

export const MonitorList = Type.Object(
  { items: about('The monitors, by namespace and name.', Type.Array(MonitorSummary)) },
  { $id: 'MonitorList', description: 'All of them, by namespace and name.' },
);
export type MonitorList = Static<typeof MonitorList>;
