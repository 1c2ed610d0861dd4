import type { Log } from "../lib/log.ts";

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that keeps its lines for a test to read. */
export function aLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  function at(level: LogLine['level']) {
    return (fields: object, message: string) => void lines.push({ level, fields: { ...fields }, message });
  }
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
}

/** Lets real I/O go on until `condition` holds; fails after 5 s of real time. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('waited 5 s in vain');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
