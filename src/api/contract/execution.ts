import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { nullable } from './nullable.ts';
import { CapturedEvent, CapturedLog } from './evidence.ts';
import { pageOf, pageParameters } from './paging.ts';
import { NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** How a finished run ended. */
export const Outcome = Type.Union([Type.Literal('success'), Type.Literal('failed')]);
export type Outcome = Static<typeof Outcome>;

const shared = {
  id: about("The Job's uid.", Type.String()),
  jobName: about('The name of the Job.', Type.String()),
  status: about('How it ended.', Outcome),
  startTime: about('When the Job started.', Timestamp),
  completionTime: about('When it completed, or was found to have failed.', Timestamp),
  duration: about('Unit-suffixed parts (`4m5s`), whole seconds; `850ms` below one second.', Type.String()),
  exitCode: about(
    "Of the container that decided; 0 on success; -1 when it failed without any container's exit.",
    Type.Integer(),
  ),
  reason: about(
    "Why it ended so: the reason of the attempt that decided where it says more than the Job's (`OOMKilled`, `ImagePullBackOff`), else the Job's own, or `Deleted` or `Replaced`.",
    NullableText,
  ),
  message: about('The reason in a sentence, as the cluster says it; null where it says none.', NullableText),
  manual: about('Started by hand rather than by a slot.', Type.Boolean()),
  scheduledTime: about('The slot that it ran for; null when manual or not to be known.', NullableTimestamp),
  fault: about(
    'Whose fault a failure is: the cluster could not start the run or took it away, or its container failed. Null for a success and where nothing seen decides it.',
    nullable(Type.Union([Type.Literal('platform'), Type.Literal('application')])),
  ),
  summary: about(
    'In a few words: `succeeded on attempt 3`, `failed after 3 attempts: OOMKilled`.',
    Type.String(),
  ),
};

export const Execution = Type.Object(
  {
    ...shared,
    attempts: about(
      'On which attempt it succeeded, or after how many it failed; 0 when no Pod was ever seen.',
      Type.Integer(),
    ),
  },
  { $id: 'Execution', description: 'A finished run: one Job, retries included.' },
);
export type Execution = Static<typeof Execution>;

/** One end of a deciding container. */
export const Attempt = Type.Object({
  number: about('From 1.', Type.Integer()),
  status: about('How it ended.', Outcome),
  podName: about('The name of the Pod.', Type.String()),
  node: about('Where it ran; null where none was assigned.', NullableText),
  index: about('Of an Indexed Job.', nullable(Type.Integer())),
  container: about('The deciding container; null where none had started.', NullableText),
  image: about('Of the container; null where none had started.', NullableText),
  exitCode: about('Null where no container ended.', nullable(Type.Integer())),
  signal: about('The number of the signal that ended it; null for none.', nullable(Type.Integer())),
  reason: about("The container's or the Pod's, such as `OOMKilled`; null for none.", NullableText),
  message: about('The same in a sentence; null for none.', NullableText),
  startTime: about('Null where nothing started.', NullableTimestamp),
  completionTime: about('Null where nothing ended.', NullableTimestamp),
});
export type Attempt = Static<typeof Attempt>;

/** How one container of a Pod stood when the run ended. */
export const ContainerEnd = Type.Object({
  podName: about('The name of the Pod.', Type.String()),
  container: about('The name of the container.', Type.String()),
  kind: about(
    'A sidecar never decides how a run ends.',
    Type.Union([Type.Literal('main'), Type.Literal('init'), Type.Literal('sidecar')]),
  ),
  image: about('As the Pod names it.', Type.String()),
  restartCount: about('How often it was restarted.', Type.Integer()),
  state: about(
    'As the cluster last told it.',
    Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('terminated')]),
  ),
  reason: about('Of its state; null for none.', NullableText),
  message: about('Of its state; null for none.', NullableText),
  exitCode: about('Null unless it ended.', nullable(Type.Integer())),
  startTime: about('Null where it never started.', NullableTimestamp),
  completionTime: about('Null unless it ended.', NullableTimestamp),
});
export type ContainerEnd = Static<typeof ContainerEnd>;

export const ExecutionDetail = Type.Object(
  {
    ...shared,
    namespace: about('Of the CronJob.', Type.String()),
    cronjobName: about('The CronJob whose run it is.', Type.String()),
    attempts: about(
      'In the order in which they ended (the list has their number). Empty when no Pod was ever seen, and for a run that succeeded at once: that one attempt has nothing more to tell.',
      Type.Array(Attempt),
    ),
    alertId: about(
      'The alert that it raised, or that was raised before and lasted when it failed; null when there is none.',
      NullableText,
    ),
    jobReason: about("The reason of the Job's own condition, such as `BackoffLimitExceeded`.", NullableText),
    containers: about(
      'All containers of the last Pods, sidecars too; empty where `attempts` is.',
      Type.Array(ContainerEnd),
    ),
    logs: about(
      'Of containers that failed; empty where none did or they are not kept any more.',
      Type.Array(CapturedLog),
    ),
    events: about('Of the Job and its Pods; empty where none were kept.', Type.Array(CapturedEvent)),
  },
  {
    $id: 'ExecutionDetail',
    description: 'One run with its evidence. Unlike in the list, `attempts` holds the attempts themselves.',
  },
);
export type ExecutionDetail = Static<typeof ExecutionDetail>;

export const ExecutionList = pageOf(Execution, 'The runs, newest start first.', {
  $id: 'ExecutionList',
  description: 'A page, newest start first; `total` counts all pages.',
});
export type ExecutionList = Static<typeof ExecutionList>;

/** The filters of the list; all that are given must hold. */
export const ExecutionQuery = Type.Object({
  ...pageParameters(50),
  status: about('How they ended.', Type.Optional(Outcome)),
  from: about('Earliest startTime, inclusive.', Type.Optional(Timestamp)),
  to: about('Latest startTime, inclusive.', Type.Optional(Timestamp)),
});
export type ExecutionQuery = Static<typeof ExecutionQuery>;

/** What names an execution in a path. */
export const ExecutionParams = Type.Object({ id: about("The Job's uid.", Type.String()) });
export type ExecutionParams = Static<typeof ExecutionParams>;
