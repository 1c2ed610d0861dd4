/** The median and the 99th percentile, in ms. */
export function percentiles(taken: readonly number[]): string {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (fraction: number): string => sorted[Math.ceil(fraction * sorted.length) - 1]!.toFixed(2);
  return `${at(0.5)} / ${at(0.99)}`;
}

/** A line of the bench's table. */
export function print(what: string, value: string): void {
  console.log(`${what.padEnd(64)}${value}`);
}
