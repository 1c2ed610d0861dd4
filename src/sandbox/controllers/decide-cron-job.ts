import type { KubeObject } from '../cluster-types.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import { type CronJobSlots, type CronJobSpec, readCronJobSpec } from './cron-job-spec.ts';
import { mostRecentSlot, type NextSlot, nextWakeUp } from './cron-slots.ts';
import type { EventText } from './event-recorder.ts';
import { finishedCondition } from './job-conditions.ts';

/** An entry of status.active. */
export interface JobReference {
  readonly kind: 'Job';
  readonly apiVersion: 'batch/v1';
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

export interface CronJobStatus {
  readonly active?: readonly JobReference[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

/** What the CronJob controller does in one pass, in this order. */
export interface CronJobDecision {
  /** Finished Jobs beyond the history limits, oldest first. */
  readonly expired: readonly KubeObject[];
  readonly events: readonly EventText[];
  /** Running Jobs that make way for the new one (Replace). */
  readonly replaced: readonly JobReference[];
  /** The Job to create; null when there is none to start now. */
  readonly start: { readonly slot: number; readonly jobName: string } | null;
  /** Before the deletions and the start, which change `active` as they succeed. */
  readonly status: CronJobStatus;
  /** When to decide again if nothing happens before; null for never. */
  readonly requeueAt: number | null;
}

/**
 * One pass of the CronJob controller over a CronJob and the Jobs it controls. Follows `sync` of
 * pkg/controller/cronjob/cronjob_controllerv2.go: history first, then the list of active Jobs, then
 * at most one start, of the most recent slot that is due.
 */
export function decideCronJob(
  cronJob: KubeObject,
  jobs: readonly KubeObject[],
  slots: CronJobSlots,
  now: number,
): CronJobDecision {
  const spec = readCronJobSpec(cronJob);
  const expired = expiredJobs(spec, jobs);
  const before = withoutJobs(cronJob.status ?? {}, new Set(expired.map((job) => job.metadata.uid)));
  const { status, events } = reconcileActive(before, jobs);
  const idle = { expired, events, replaced: [], start: null, status, requeueAt: null };
  if (cronJob.metadata.deletionTimestamp !== undefined) return idle;
  return { ...idle, ...decideStart({ cronJob, spec, status, events, now }, slots) };
}

type StartDecision = Partial<CronJobDecision>;

interface StartFacts {
  readonly cronJob: KubeObject;
  readonly spec: CronJobSpec;
  readonly status: CronJobStatus;
  readonly events: readonly EventText[];
  readonly now: number;
}

function decideStart(facts: StartFacts, slots: CronJobSlots): StartDecision {
  const { cronJob, spec, status, events: seen, now } = facts;
  // A wrong time zone is told even while suspended, a wrong schedule is not.
  if (slots.kind === 'invalid' && slots.event === 'UnknownTimeZone')
    return warn(seen, slots.event, slots.message);
  if (spec.suspend) return {};
  if (slots.kind === 'invalid') return warn(seen, slots.event, slots.message);
  const lastScheduledOrCreated =
    parseTimestamp(status.lastScheduleTime) ?? parseTimestamp(cronJob.metadata.creationTimestamp) ?? now;
  const query = { lastScheduledOrCreated, startingDeadlineSeconds: spec.startingDeadlineSeconds, now };
  const missed = mostRecentSlot(query, slots.next);
  if (missed.kind === 'invalid') {
    return warn(seen, 'InvalidSchedule', `invalid schedule: ${spec.schedule} : ${missed.message}`);
  }
  const requeueAt = nextWakeUp(query, slots.next);
  if (missed.kind === 'none' || missed.slot === null) return { requeueAt };
  const events = missed.many ? [...seen, TOO_MANY_MISSED] : seen;
  return startSlot({ ...facts, events, slot: missed.slot, next: slots.next, requeueAt });
}

interface DueSlot extends StartFacts {
  readonly slot: number;
  readonly next: NextSlot;
  readonly requeueAt: number | null;
}

/**
 * The slot is within its deadline: earlier ones were not even looked for, which is why Kubernetes'
 * event MissSchedule never comes.
 */
function startSlot({ cronJob, spec, status, events, now, slot, next, requeueAt }: DueSlot): StartDecision {
  const active = status.active ?? [];
  const jobName = `${cronJob.metadata.name}-${Math.floor(slot / 60_000)}`;
  const isProcessed = parseTimestamp(status.lastScheduleTime) === slot;
  if (isProcessed || active.some((job) => job.name === jobName)) return { events, requeueAt };
  if (spec.concurrencyPolicy === 'Forbid' && active.length > 0) {
    return { events: [...events, ALREADY_ACTIVE], requeueAt };
  }
  return {
    events,
    replaced: spec.concurrencyPolicy === 'Replace' ? active : [],
    start: { slot, jobName },
    requeueAt: nextWakeUp({ lastScheduledOrCreated: slot, now }, next),
  };
}

const TOO_MANY_MISSED: EventText = {
  type: 'Warning',
  reason: 'TooManyMissedTimes',
  message: 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
};

const ALREADY_ACTIVE: EventText = {
  type: 'Normal',
  reason: 'JobAlreadyActive',
  message: 'Not starting job because prior execution is running and concurrency policy is Forbid',
};

function warn(seen: readonly EventText[], reason: string, message: string): StartDecision {
  return { events: [...seen, { type: 'Warning', reason, message }] };
}

/** Strikes ended and vanished Jobs off the list of active ones and notes the latest success. */
function reconcileActive(
  before: CronJobStatus,
  jobs: readonly KubeObject[],
): { status: CronJobStatus; events: readonly EventText[] } {
  const events: EventText[] = [];
  const gone = new Set<string>();
  const children = new Set(jobs.map((job) => job.metadata.uid));
  const active = new Set((before.active ?? []).map((job) => job.uid));
  for (const job of jobs) {
    const finished = finishedCondition(job);
    const isActive = active.has(job.metadata.uid);
    if (finished === null && !isActive) events.push(unexpected(job));
    if (finished === null || !isActive) continue;
    gone.add(job.metadata.uid);
    events.push(sawCompleted(job, finished.type));
  }
  for (const job of before.active ?? []) {
    if (children.has(job.uid)) continue;
    gone.add(job.uid);
    events.push({ type: 'Normal', reason: 'MissingJob', message: `Active job went missing: ${job.name}` });
  }
  return { status: withLastSuccess(withoutJobs(before, gone), jobs), events };
}

function unexpected(job: KubeObject): EventText {
  const message = `Saw a job that the controller did not create or forgot: ${job.metadata.name}`;
  return { type: 'Warning', reason: 'UnexpectedJob', message };
}

function sawCompleted(job: KubeObject, condition: string): EventText {
  const message = `Saw completed job: ${job.metadata.name}, condition: ${condition}`;
  return { type: 'Normal', reason: 'SawCompletedJob', message };
}

function withLastSuccess(status: CronJobStatus, jobs: readonly KubeObject[]): CronJobStatus {
  const known = parseTimestamp(status.lastSuccessfulTime) ?? -Infinity;
  const successes = jobs
    .filter((job) => finishedCondition(job)?.type === 'Complete')
    .map((job) => parseTimestamp(job.status?.completionTime) ?? -Infinity);
  const latest = Math.max(known, ...successes);
  return latest > known ? { ...status, lastSuccessfulTime: toKubernetesTime(latest) } : status;
}

/** A CronJob's status with these Jobs struck off `active`. */
export function withoutJobs(status: CronJobStatus, uids: ReadonlySet<string>): CronJobStatus {
  const { active = [], ...rest } = status;
  const left = active.filter((job) => !uids.has(job.uid));
  return left.length > 0 ? { ...rest, active: left } : rest;
}

function expiredJobs(spec: CronJobSpec, jobs: readonly KubeObject[]): readonly KubeObject[] {
  const ended = (type: string) => jobs.filter((job) => finishedCondition(job)?.type === type);
  return [
    ...oldest(ended('Complete'), spec.successfulJobsHistoryLimit),
    ...oldest(ended('Failed'), spec.failedJobsHistoryLimit),
  ];
}

function oldest(jobs: readonly KubeObject[], keep: number): readonly KubeObject[] {
  if (jobs.length <= keep) return [];
  return [...jobs].sort(byStartTime).slice(0, jobs.length - keep);
}

/** Jobs without a start time last; equal ones by name. */
function byStartTime(a: KubeObject, b: KubeObject): number {
  const startedA = parseTimestamp(a.status?.startTime) ?? Infinity;
  const startedB = parseTimestamp(b.status?.startTime) ?? Infinity;
  if (startedA !== startedB) return startedA < startedB ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
