import { Type } from 'typebox';
import { ConditionsSchema } from '../lib/status-schema.ts';

/** status of a CronJobMonitor. Small on purpose: counts, never a list of CronJobs. */
export const MonitorStatusSchema = Type.Object({
  observedGeneration: Type.Optional(Type.Integer({ description: 'The generation of the spec in force.' })),
  conditions: Type.Optional(ConditionsSchema),
  summary: Type.Optional(
    Type.Object(
      {
        cronJobs: Type.Integer({ description: 'CronJobs watched.' }),
        healthy: Type.Integer({ description: 'Without an active alert.' }),
        warning: Type.Integer({ description: 'With an active alert, none of them critical.' }),
        critical: Type.Integer({ description: 'With a critical alert.' }),
      },
      { description: 'How the CronJobs stand.' },
    ),
  ),
});
export type MonitorStatus = Type.Static<typeof MonitorStatusSchema>;
