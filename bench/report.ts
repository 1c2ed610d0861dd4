/** The median and the 99th percentile, in ms. */
export function percentiles(taken: readonly number[]): string {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (fraction: number): string => sorted[Math.ceil(fraction * sorted.length) - 1]!.toFixed(2);
  return `${at(0.5)} / ${at(0.99)}`;
}

/**
 * How long something takes, in ms: the median and the 99th percentile, and the processor's time on average, which
 * other work on the machine hardly changes.
 */
export async function timed(times: number, act: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  const before = process.cpuUsage();
  for (let index = 0; index < times; index++) {
    const start = performance.now();
    await act();
    taken.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  return `${percentiles(taken)} (cpu ${((user + system) / 1_000 / times).toFixed(1)})`;
}

/** A line of the bench's table. */
export function print(what: string, value: string): void {
  console.log(`${what.padEnd(64)}${value}`);
}
