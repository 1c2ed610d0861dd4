import { setTimeout as sleep } from 'node:timers/promises';

/** How the service stood at one scrape of its metrics. */
export interface Sample {
  /** Since the watching began. */
  readonly seconds: number;
  readonly rssMb: number;
  /** The longest that its main thread let a timer wait since the sample before, in ms. */
  readonly longestStallMs: number;
}

const EVERY_MS = 10_000;

/**
 * Samples of a service, as it tells them itself at /metrics, until the signal is aborted. Ends with a line among the
 * errors when it does not tell.
 */
export async function* watchProcess(
  origin: string,
  errors: string[],
  signal: AbortSignal,
): AsyncGenerator<Sample> {
  const began = performance.now();
  try {
    // What it did before is none of ours: each scrape begins the measuring anew.
    await scrape(origin);
    while (!signal.aborted) {
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
      const metrics = await scrape(origin);
      yield {
        seconds: Math.round((performance.now() - began) / 1_000),
        rssMb: metrics('process_resident_memory_bytes') / 1e6,
        longestStallMs: metrics('nodejs_eventloop_lag_max_seconds') * 1_000,
      };
    }
  } catch (error) {
    errors.push(`the metrics cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Whether memory stays where it is once everything was done a few times: the last third of the samples lies no more
 * than a tenth above the second. Null where there are too few samples for thirds.
 */
export function isFlat(samples: readonly Sample[]): boolean | null {
  if (samples.length < 3) return null;
  const third = Math.floor(samples.length / 3);
  const highest = (some: readonly Sample[]): number => Math.max(...some.map(({ rssMb }) => rssMb));
  return highest(samples.slice(2 * third)) <= 1.1 * highest(samples.slice(third, 2 * third));
}

async function scrape(origin: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return (name) => {
    const value = new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`the service tells no ${name}`);
    return Number(value);
  };
}
