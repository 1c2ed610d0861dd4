// A thread that draws one report and ends.
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { drawReport } from './draw-report.ts';
import type { Report } from './report.ts';

const pdf = await buffer(drawReport(workerData as Report));
parentPort!.postMessage(pdf);
