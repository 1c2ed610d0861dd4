import { type Static, Type } from 'typebox';
import { CronJobSummary, Metrics } from './cron-job.ts';
import { Timestamp } from './timestamp.ts';

const shared = {
  namespace: Type.String(),
  name: Type.String(),
  cronJobCount: Type.Integer(),
  healthySummary: Type.Object({
    healthy: Type.Integer(),
    warning: Type.Integer(),
    critical: Type.Integer(),
  }),
};

/** A CronJobMonitor with how the CronJobs that it selects are. */
export const MonitorSummary = Type.Object(shared, { $id: 'MonitorSummary' });
export type MonitorSummary = Static<typeof MonitorSummary>;

/** A condition of the resource's status: what a bad spec is told by. */
export const MonitorCondition = Type.Object({
  type: Type.String(),
  status: Type.Union([Type.Literal('True'), Type.Literal('False'), Type.Literal('Unknown')]),
  reason: Type.String(),
  message: Type.String(),
  lastTransitionTime: Timestamp,
});
export type MonitorCondition = Static<typeof MonitorCondition>;

/** One monitor with its CronJobs. */
export const MonitorDetail = Type.Object(
  {
    ...shared,
    /** The spec of the CronJobMonitor as it stands in the cluster. */
    spec: Type.Unknown(),
    cronJobs: Type.Array(CronJobSummary),
    /** Over all runs of all its CronJobs in their windows. */
    metrics: Type.Object({
      ...Metrics.properties,
      /**
       * What share of each window, from its end, the percentiles are of: 1, unless the monitor has more than 50,000
       * runs in its windows.
       */
      percentileShare: Type.Number(),
    }),
    conditions: Type.Array(MonitorCondition),
  },
  { $id: 'MonitorDetail' },
);
export type MonitorDetail = Static<typeof MonitorDetail>;

/** All of them, by namespace and name. */
export const MonitorList = Type.Object({ items: Type.Array(MonitorSummary) }, { $id: 'MonitorList' });
export type MonitorList = Static<typeof MonitorList>;

/** What names a monitor in a path. */
export const MonitorParams = Type.Object({ namespace: Type.String(), name: Type.String() });
export type MonitorParams = Static<typeof MonitorParams>;
