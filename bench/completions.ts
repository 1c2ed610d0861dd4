// How many completed Jobs a second the service records: through the API's watches over HTTP, judged,
// into the SQLite file. `node bench/completions.ts [--cron-jobs 1000] [--completions 60000]`
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startService } from './cluster/start-service.ts';

const { values } = parseArgs({
  options: {
    'cron-jobs': { type: 'string', default: '1000' },
    completions: { type: 'string', default: '60000' },
  },
});
const COMPLETIONS = Number(values.completions);
const LOOK_EVERY_MS = 100;
/** The slowest stretch of this length is told beside the mean. */
const STRETCH_MS = 2_000;
const DEADLINE_MS = 300_000;

interface Sample {
  readonly at: number;
  readonly recorded: number;
}

await using bench = await startService('complete-jobs.ts', [values['cron-jobs'], values.completions]);
const { load } = bench;
using database = new DatabaseSync(bench.databasePath, { readOnly: true });
const count = database.prepare('select sum(execution_count) as recorded from cron_jobs');

const samples = await recordAll();
const answer = once(load, 'message');
load.send({ recorded: COMPLETIONS });
const [{ uids }] = (await answer) as [{ readonly uids: readonly string[] }];
const rows = database.prepare('select job_uid from executions').all();
assert.equal(rows.length, COMPLETIONS, 'runs recorded');
assert.deepEqual(new Set(rows.map((row) => row['job_uid'])), new Set(uids));

const seconds = (samples.at(-1)!.at - samples[0]!.at) / 1_000;
console.log(
  `${COMPLETIONS} completions of ${values['cron-jobs']} CronJobs, none lost and none twice: ` +
    `${(COMPLETIONS / seconds).toFixed(0)} a second over ${seconds.toFixed(1)} s, ` +
    `${slowest(samples).toFixed(0)} in the slowest ${STRETCH_MS / 1_000} s; reach 3,000`,
);

/** Tells the load what is recorded until that is all. */
async function recordAll(): Promise<readonly Sample[]> {
  const taken: Sample[] = [];
  for (const began = performance.now(); ; await sleep(LOOK_EVERY_MS)) {
    const recorded = Number(count.get()?.['recorded'] ?? 0);
    taken.push({ at: performance.now(), recorded });
    if (recorded >= COMPLETIONS) return taken;
    if (performance.now() - began > DEADLINE_MS) throw new Error(`only ${recorded} were recorded`);
    load.send({ recorded });
  }
}

function slowest(taken: readonly Sample[]): number {
  const rates = taken.flatMap((from) => {
    const to = taken.find(({ at }) => at >= from.at + STRETCH_MS);
    return to === undefined ? [] : [((to.recorded - from.recorded) * 1_000) / (to.at - from.at)];
  });
  return Math.min(...rates);
}
