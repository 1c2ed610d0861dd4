import { type Static, Type } from 'typebox';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** The tail of one container's log, as captured when it ended. */
export const CapturedLog = Type.Object({
  podName: Type.String(),
  container: Type.String(),
  restartCount: Type.Integer(),
  text: Type.String(),
  /** Whether the beginning was cut off. */
  truncated: Type.Boolean(),
  capturedAt: Timestamp,
});
export type CapturedLog = Static<typeof CapturedLog>;

/** A cluster event about the Job or one of its Pods. */
export const CapturedEvent = Type.Object({
  type: Type.Union([Type.Literal('Normal'), Type.Literal('Warning')]),
  reason: Type.String(),
  message: Type.String(),
  objectKind: Type.String(),
  objectName: Type.String(),
  count: Type.Integer(),
  firstAt: NullableTimestamp,
  lastAt: NullableTimestamp,
});
export type CapturedEvent = Static<typeof CapturedEvent>;
