import { Worker } from 'node:worker_threads';
import type { Report } from './report.ts';

const THREAD_URL = new URL('./report-thread.ts', import.meta.url);

/**
 * Draws reports in a thread, one after the other: reading fonts and measuring words takes up to a second, in which nobody
 * else would be answered.
 */
export class ReportPress {
  #last: Promise<unknown> = Promise.resolve();

  /** The report as a PDF. Rejects when it cannot be drawn. */
  print(report: Report): Promise<Uint8Array> {
    const printed = this.#last.then(() => printInThread(report));
    this.#last = printed.catch(() => undefined);
    return printed;
  }
}

function printInThread(report: Report): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD_URL, { workerData: report, execArgv: [], name: 'report' });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread that draws a report ended with ${code}`)));
  });
}
