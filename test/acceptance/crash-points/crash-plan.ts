/** A step of a message's way, and its side on which the process ends. */
export type CrashPoint = `${Step}:${'before' | 'after'}`;
export type Step = 'raise' | 'join' | 'claim' | 'send' | 'mark';

/** Ends the process as kill -9 does, at the `nth` time that it comes to a point; never when it is null. */
export class CrashPlan {
  readonly #point: CrashPoint | null;
  #left: number;

  constructor(point: CrashPoint | null, nth: number) {
    this.#point = point;
    this.#left = nth;
  }

  async around<T>(step: Step, act: () => Promise<T>): Promise<T> {
    this.#pass(`${step}:before`);
    const value = await act();
    this.#pass(`${step}:after`);
    return value;
  }

  #pass(point: CrashPoint): void {
    if (point !== this.#point) return;
    this.#left -= 1;
    if (this.#left <= 0) process.kill(process.pid, 'SIGKILL');
  }
}
