import type { Job } from '../execution/job.ts';
import type { Pod } from '../execution/pod.ts';
import { aContainer, anExit, aPod } from '../execution/testing.ts';
import type { Log } from '../lib/log.ts';

/** The Job with the condition Complete. */
export function succeeded(job: Job, at: number): Job {
  const condition = {
    type: 'Complete',
    status: 'True',
    reason: 'CompletionsReached',
    message: null,
  } as const;
  return { ...job, completedAt: at, active: 0, conditions: [{ ...condition, lastTransitionAt: at }] };
}

/** The Job with the condition Failed, its retries used up. */
export function failed(job: Job, at: number): Job {
  const message = 'Job has reached the specified backoff limit';
  const condition = { type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message } as const;
  return { ...job, active: 0, conditions: [{ ...condition, lastTransitionAt: at }] };
}

/** A Pod of `aJob` that ended with this exit code `atSecond` seconds after T0. */
export function anEndedPod(exitCode: number, atSecond: number, given: Partial<Pod> = {}): Pod {
  const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
  const containers = [aContainer({ state: anExit(exitCode, atSecond) })];
  return aPod({ phase, containers, ...given });
}

export interface WrittenLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that keeps its lines for a test to read. */
export function aLog(): Log & { readonly lines: readonly WrittenLine[] } {
  const lines: WrittenLine[] = [];
  function at(level: WrittenLine['level']) {
    return (fields: object, message: string) => void lines.push({ level, fields: { ...fields }, message });
  }
  const log = { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { ...log, child: () => aLogAs(log) };
}

function aLogAs(log: Omit<Log, 'child'>): Log {
  return { ...log, child: () => aLogAs(log) };
}

/** Lets real I/O go on until `condition` holds; fails after 5 s of real time. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('waited 5 s in vain');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
