// How long after a Job failed at the API server its message reaches a webhook, with the log of the Pod.
// `node bench/alerts.ts [--cron-jobs 1000] [--failures 400]`
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Failure } from './cluster/fail-jobs.ts';
import { startService } from './cluster/start-service.ts';

const { values } = parseArgs({
  options: {
    'cron-jobs': { type: 'string', default: '1000' },
    failures: { type: 'string', default: '400' },
  },
});

await using bench = await startService('fail-jobs.ts', [values['cron-jobs'], values.failures]);
const answer = once(bench.load, 'message', { signal: AbortSignal.timeout(120_000) });
bench.load.send('begin');
const [{ failures }] = (await answer) as [{ readonly failures: readonly Failure[] }];

assert.equal(failures.length, Number(values.failures), 'messages received');
const withLog = failures.filter(({ hasLog }) => hasLog).length;
assert.equal(withLog, failures.length, 'messages that carry the log of their Pod');
const latencies = failures.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
const at = (fraction: number) => latencies[Math.ceil(fraction * latencies.length) - 1]!.toFixed(0);
console.log(
  `${failures.length} failures among ${values['cron-jobs']} CronJobs, all told with their log: ` +
    `p50 ${at(0.5)} ms (reach 100), p99 ${at(0.99)} ms (reach 500), longest ${at(1)} ms`,
);
