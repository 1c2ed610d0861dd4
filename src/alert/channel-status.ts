import { Type } from 'typebox';
import { ConditionsSchema } from '../lib/status-schema.ts';

/** status of an AlertChannel. The condition Ready tells whether messages get through, and why not. */
export const ChannelStatusSchema = Type.Object({
  observedGeneration: Type.Optional(Type.Integer({ description: 'The generation of the spec in force.' })),
  conditions: Type.Optional(ConditionsSchema),
  alertsSent: Type.Optional(Type.Integer({ description: 'Alerts and ends of alerts that were told.' })),
  alertsFailed: Type.Optional(
    Type.Integer({
      description: 'Alerts and ends of alerts that were given up: refused, or not taken in 24 h.',
    }),
  ),
  consecutiveFailures: Type.Optional(
    Type.Integer({ description: 'Attempts since the last one that the receiver took, tests included.' }),
  ),
  waiting: Type.Optional(
    Type.Integer({ description: 'Alerts and ends of alerts that are still to be told.' }),
  ),
  lastAlertTime: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it took the last one.' }),
  ),
});
export type ChannelStatus = Type.Static<typeof ChannelStatusSchema>;
