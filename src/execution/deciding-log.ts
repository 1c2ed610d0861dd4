import { decidingAttempt } from './deciding-attempt.ts';
import type { CapturedLog } from './evidence.ts';
import type { Execution } from './execution.ts';

/**
 * The log that tells why a run failed: of the attempt that decided it, from its own container or, when
 * `container` names one, from that. The nearest that was captured stands in for it; null without any.
 */
export function decidingLog(
  logs: readonly CapturedLog[],
  run: Pick<Execution, 'attempts'> | null,
  container: string | null = null,
): CapturedLog | null {
  const last = run === null ? null : decidingAttempt(run);
  const wanted = container ?? last?.container ?? null;
  // The runs of one container are counted from 0, as its attempts follow each other.
  const runs =
    run?.attempts.filter(
      (attempt) => attempt.podUid === last?.podUid && attempt.container === last?.container,
    ) ?? [];
  const restart = runs.findIndex((attempt) => attempt === last);
  const ofPod = logs.filter((log) => log.podUid === last?.podUid && log.container === wanted);
  return (
    ofPod.find((log) => log.restartCount === restart) ??
    ofPod.at(-1) ??
    logs.findLast((log) => wanted === null || log.container === wanted) ??
    null
  );
}
