import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** The log of one run of a container, as captured when it ended. */
export const CapturedLog = Type.Object({
  podName: about('The name of the Pod.', Type.String()),
  container: about('The name of the container.', Type.String()),
  restartCount: about('How often the container had been restarted before.', Type.Integer()),
  text: about(
    'Beginning and end of a long log, and between them a line that says how much is missing.',
    Type.String(),
  ),
  truncated: about('Whether something is missing.', Type.Boolean()),
  capturedAt: about('When it was read.', Timestamp),
});
export type CapturedLog = Static<typeof CapturedLog>;

/** A cluster event about the Job or one of its Pods. */
export const CapturedEvent = Type.Object({
  type: about('As the cluster calls it.', Type.Union([Type.Literal('Normal'), Type.Literal('Warning')])),
  reason: about('In one word, such as `BackOff`.', Type.String()),
  message: about('In the words of who reported it.', Type.String()),
  objectKind: about('`Job` or `Pod`.', Type.String()),
  objectName: about('The name of the object.', Type.String()),
  count: about('How often it happened.', Type.Integer()),
  firstAt: about('When first; null where the cluster does not say.', NullableTimestamp),
  lastAt: about('When last; null where the cluster does not say.', NullableTimestamp),
});
export type CapturedEvent = Static<typeof CapturedEvent>;
