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
  /** Why it ended so, as Kubernetes says it, or `Deleted` or `Replaced`. */
  reason: NullableText,
  message: NullableText,
  /** Started by hand rather than by a slot. */
  manual: Type.Boolean(),
  /** The slot that it ran for; null when manual or not to be known. */
  scheduledTime: NullableTimestamp,
};

/** A finished run: one Job, retries included. */
export const Execution = Type.Object(
  {
    ...shared,
    /** How many attempts it took, retries included; 0 when no Pod was ever seen. */
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
