import { type Static, Type } from 'typebox';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** The log of one run of a container, as captured when it ended. */
export const CapturedLog = Type.Object({
  podName: Type.String(),
  container: Type.String(),
  restartCount: Type.Integer(),
  /** Beginning and end of a long log, and between them a line that says how much is missing. */
  text: Type.String(),
  /** Whether something is missing. */
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
