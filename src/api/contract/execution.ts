import { type Static, Type } from 'typebox';
import { CapturedEvent, CapturedLog } from './evidence.ts';
import { Limit, Offset } from './paging.ts';
import { NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** How a finished run ended. */
export const Outcome = Type.Union([Type.Literal('success'), Type.Literal('failed')]);
export type Outcome = Static<typeof Outcome>;

const shared = {
  /** The Job's uid. */
  id: Type.String(),
  jobName: Type.String(),
  status: Outcome,
  startTime: Timestamp,
  completionTime: Timestamp,
  /** Unit-suffixed parts (`4m5s`), whole seconds; `850ms` below one second. */
  duration: Type.String(),
  /** Of the container that decided; 0 on success; -1 when it failed without any container's exit. */
  exitCode: Type.Integer(),
  /**
   * Why it ended so: the reason of the attempt that decided where it says more than the Job's
   * (`OOMKilled`, `ImagePullBackOff`), else the Job's own, or `Deleted` or `Replaced`.
   */
  reason: NullableText,
  message: NullableText,
  /** Started by hand rather than by a slot. */
  manual: Type.Boolean(),
  /** The slot that it ran for; null when manual or not to be known. */
  scheduledTime: NullableTimestamp,
  /**
   * Whose fault a failure is: the cluster could not start the run or took it away, or its container
   * failed. Null for a success and where nothing seen decides it.
   */
  fault: Type.Union([Type.Literal('platform'), Type.Literal('application'), Type.Null()]),
  /** In a few words: `succeeded on attempt 3`, `failed after 3 attempts: OOMKilled`. */
  summary: Type.String(),
};

/** A finished run: one Job, retries included. */
export const Execution = Type.Object(
  {
    ...shared,
    /** On which attempt it succeeded, or after how many it failed; 0 when no Pod was ever seen. */
    attempts: Type.Integer(),
  },
  { $id: 'Execution' },
);
export type Execution = Static<typeof Execution>;

/** One end of a deciding container. */
export const Attempt = Type.Object({
  /** From 1. */
  number: Type.Integer(),
  status: Outcome,
  podName: Type.String(),
  node: NullableText,
  /** Of an Indexed Job. */
  index: Type.Union([Type.Integer(), Type.Null()]),
  container: NullableText,
  image: NullableText,
  exitCode: Type.Union([Type.Integer(), Type.Null()]),
  signal: Type.Union([Type.Integer(), Type.Null()]),
  reason: NullableText,
  message: NullableText,
  startTime: NullableTimestamp,
  completionTime: NullableTimestamp,
});
export type Attempt = Static<typeof Attempt>;

/** How one container of a Pod stood when the run ended. */
export const ContainerEnd = Type.Object({
  podName: Type.String(),
  container: Type.String(),
  /** A sidecar never decides how a run ends. */
  kind: Type.Union([Type.Literal('main'), Type.Literal('init'), Type.Literal('sidecar')]),
  image: Type.String(),
  restartCount: Type.Integer(),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('terminated')]),
  reason: NullableText,
  message: NullableText,
  exitCode: Type.Union([Type.Integer(), Type.Null()]),
  startTime: NullableTimestamp,
  completionTime: NullableTimestamp,
});
export type ContainerEnd = Static<typeof ContainerEnd>;

/** One run with its evidence. Unlike in the list, `attempts` holds the attempts themselves. */
export const ExecutionDetail = Type.Object(
  {
    ...shared,
    namespace: Type.String(),
    cronjobName: Type.String(),
    /**
     * In the order in which they ended (the list has their number). Empty when no Pod was ever seen,
     * and for a run that succeeded at once: that one attempt has nothing more to tell.
     */
    attempts: Type.Array(Attempt),
    /** The reason of the Job's own condition, such as `BackoffLimitExceeded`. */
    jobReason: NullableText,
    /** All containers of the last Pods, sidecars too; empty where `attempts` is. */
    containers: Type.Array(ContainerEnd),
    logs: Type.Array(CapturedLog),
    events: Type.Array(CapturedEvent),
  },
  { $id: 'ExecutionDetail' },
);
export type ExecutionDetail = Static<typeof ExecutionDetail>;

/** A page, newest start first; `total` counts all pages. */
export const ExecutionList = Type.Object(
  { items: Type.Array(Execution), total: Type.Integer() },
  { $id: 'ExecutionList' },
);
export type ExecutionList = Static<typeof ExecutionList>;

/** The filters of the list; all that are given must hold. */
export const ExecutionQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ ...Limit, default: 50 })),
  offset: Type.Optional(Offset),
  status: Type.Optional(Outcome),
  /** Earliest startTime, inclusive. */
  from: Type.Optional(Timestamp),
  /** Latest startTime, inclusive. */
  to: Type.Optional(Timestamp),
});
export type ExecutionQuery = Static<typeof ExecutionQuery>;

/** What names an execution in a path. */
export const ExecutionParams = Type.Object({ id: Type.String() });
export type ExecutionParams = Static<typeof ExecutionParams>;
