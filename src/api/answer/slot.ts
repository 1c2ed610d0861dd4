import { type DecidedSlot, outcomeOfRun, type SlotRun } from '../../slot/slot.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { Slot } from '../contract/slot.ts';

/** A slot that is decided. Its run, where there is one, has ended. */
export function toDecidedSlot({ at, outcome, reason, message, run }: DecidedSlot): Slot {
  return { time: formatTimestamp(at), outcome, reason, message, run: run && toRun(at, run, run.jobUid) };
}

/** A slot whose run is still under way. */
export function toRunningSlot(at: number, run: SlotRun): Slot {
  const outcome = outcomeOfRun(at, run.startedAt);
  return { time: formatTimestamp(at), outcome, reason: null, message: null, run: toRun(at, run, null) };
}

/** A slot that lies ahead, or may still be started. */
export function toOpenSlot(at: number): Slot {
  return { time: formatTimestamp(at), outcome: null, reason: null, message: null, run: null };
}

function toRun(at: number, { jobName, startedAt }: SlotRun, executionId: string | null): Slot['run'] {
  return {
    executionId,
    jobName,
    startTime: formatTimestamp(startedAt),
    startLatency: (startedAt - at) / 1_000,
  };
}
