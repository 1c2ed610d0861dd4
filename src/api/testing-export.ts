import { get, type IncomingMessage } from 'node:http';
import type { ExportedExecution } from './answer/execution-columns.ts';
import { emptyPorts, NOW } from './testing.ts';

/** A run of an hour ago, as an export has it. */
export function anExported(fields: Partial<ExportedExecution> = {}): ExportedExecution {
  return {
    jobUid: 'uid-1',
    namespace: 'shop',
    cronJobName: 'backup',
    jobName: 'backup-1',
    outcome: 'success',
    startedAt: NOW - 3_600_000,
    completedAt: NOW - 3_355_000,
    durationMs: 245_000,
    exitCode: 0,
    reason: null,
    ...fields,
  };
}

/** An export of so many runs, in pages of 500; `ended` resolves when nobody asks for more. */
export function endless({ rows }: { readonly rows: number }) {
  let pages = 0;
  const ended = Promise.withResolvers<void>();
  return {
    ...emptyPorts().exports,
    pages: () => pages,
    ended: ended.promise,
    async *executions() {
      try {
        for (let start = 0; start < rows; start += 500) {
          pages++;
          await new Promise(setImmediate);
          yield Array.from({ length: 500 }, (_, index) => anExported({ jobUid: `uid-${start + index}` }));
        }
      } finally {
        ended.resolve();
      }
    },
  };
}

/** The answer to a request, for the executions unless another path is given, of which nothing is read yet. */
export function open(
  origin: string,
  { path = '/export/executions', encoding = 'identity' } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encoding };
    get(`${origin}/api/v1${path}`, { headers }, resolve).on('error', reject);
  });
}

/** Reads a piece of the answer, when there is one. */
export async function nextChunk(response: IncomingMessage): Promise<void> {
  while (response.read() === null) {
    await new Promise((resolve) => response.once('readable', resolve));
  }
}
