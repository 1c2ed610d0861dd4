/**
 * The one source of time. Everything that waits or stamps takes a `Clock`, so that a test or the
 * demo world can let 90 days pass in seconds. Pure functions take `now` instead.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
  /**
   * Calls `callback` once, when `now()` has reached `at` (a past instant: as soon as possible, never
   * synchronously). Returns a function that cancels it; cancelling twice is harmless.
   */
  setTimer(at: number, callback: () => void): () => void;
  /** Resolves after `ms` of this clock; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** setTimeout takes no longer wait than 2^31-1 ms; longer ones are taken in steps. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** The machine's own clock. A timer that waits keeps the process alive: cancel it at the end. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: setSystemTimer,
  sleep: (ms, signal) => sleepUntil(systemClock, Date.now() + ms, signal),
};

function setSystemTimer(at: number, callback: () => void): () => void {
  let handle: NodeJS.Timeout;
  function arm(): void {
    const wait = Math.max(0, at - Date.now());
    if (wait > LONGEST_TIMEOUT_MS) handle = setTimeout(arm, LONGEST_TIMEOUT_MS);
    else handle = setTimeout(callback, wait);
  }
  arm();
  return () => clearTimeout(handle);
}

/** Resolves when `clock` has reached `at`; rejects with the signal's reason when aborted first. */
export function sleepUntil(clock: Clock, at: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = clock.setTimer(at, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    function onAbort(): void {
      cancel();
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
