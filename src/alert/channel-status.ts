import { Type } from 'typebox';
import { ConditionsSchema } from '../lib/status-schema.ts';

/** status of an AlertChannel. The condition Ready tells whether messages get through, and why not. */
export const ChannelStatusSchema = Type.Object({
  observedGeneration: Type.Optional(Type.Integer({ description: 'The generation of the spec in force.' })),
  conditions: Type.Optional(ConditionsSchema),
  alertsSent: Type.Optional(Type.Integer({ description: 'Messages that the receiver took.' })),
  lastAlertTime: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it took the last one.' }),
  ),
});
export type ChannelStatus = Type.Static<typeof ChannelStatusSchema>;
