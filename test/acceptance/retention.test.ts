import type { AlertDetail } from '../../src/api/contract/alert.ts';
import type { Execution } from '../../src/api/contract/execution.ts';
import { cronJob, failing, monitor, nowRuns, succeeding } from './manifests.ts';
import type { Check } from './timeline.ts';
import { at, between, throughout, timeline } from './timeline.ts';
import type { World } from './world.ts';

/** Four runs a day, the first at 18:00, six hours after the start. */
const SIX_HOURLY = '0 */6 * * *';

/** Kept runs of a CronJob, deleted or not, newest first. */
async function kept(world: World, name: string): Promise<readonly Execution[]> {
  const path = `/api/v1/cronjobs/default/${name}/executions?limit=1000`;
  return (await world.get<{ items: readonly Execution[] }>(path)).items;
}

function runs(name: string, count: number): Check {
  return async (world) => {
    const seen = await kept(world, name);
    return seen.length === count ? null : `there were ${seen.length}`;
  };
}

/** How many logs each kept run has, newest first. */
function logs(name: string, expected: readonly number[]): Check {
  return async (world) => {
    const details = await Promise.all((await kept(world, name)).map(({ id }) => world.execution(id)));
    const seen = details.map((detail) => detail.logs.length);
    return seen.join() === expected.join() ? null : `they had ${seen.join()}`;
  };
}

timeline('runs and their logs are kept as long as their monitor says, each by its own number', [
  at('0s', (world) =>
    world.create(monitor('short', [], { dataRetention: { retentionDays: 2, logRetentionDays: 1 } })),
  ),
  at('1s', (world) => world.create(cronJob('work', { schedule: SIX_HOURLY, script: failing(3) }))),
  throughout('48h20m', '48h30m', 'all runs of two days', runs('work', 8)),
  // The last run is at 66 h, the pass at 66 h too: those that ended before 18 h are gone.
  throughout(
    '71h',
    '71h30m',
    'the runs of two days, the first of which have no log any more',
    async (world) =>
      (await logs('work', [1, 1, 1, 1, 0, 0, 0, 0])(world)) === null
        ? null
        : logs('work', [1, 1, 1, 1, 1, 0, 0, 0, 0])(world),
  ),
]);

timeline('a run whose Job the cluster still has is spared, however old it is', [
  at('0s', (world) => world.create(monitor('short', [], { dataRetention: { retentionDays: 1 } }))),
  // The history limit keeps the last failed Job, and no other follows.
  at('1s', (world) => world.create(cronJob('once', { schedule: SIX_HOURLY, script: failing(3) }))),
  at('7h', (world) => world.patch(cronJob('once'), { spec: { suspend: true } })),
  throughout('7h', '7h1m', 'the run', runs('once', 1)),
  throughout('49h', '49h5m', 'the run', runs('once', 1)),
  at('50h', deleteJobs),
  throughout('61h', '61h5m', 'nothing', runs('once', 0)),
]);

async function deleteJobs(world: World): Promise<void> {
  const type = world.sandbox.cluster.findType('batch', 'jobs')!;
  for (const { metadata } of world.sandbox.cluster.list(type, 'default')) {
    const { name } = metadata;
    await world.delete({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name, namespace: 'default' } });
  }
}

/** The only alert, as far as it is described. */
function alert(expected: Partial<AlertDetail>): Check {
  return async (world) => {
    const [first] = await world.alerts();
    if (first === undefined) return 'there was none';
    const detail = await world.get<AlertDetail>(`/api/v1/alerts/${first.id}`);
    const seen = { message: detail.message.includes('exit code 3'), executionId: detail.executionId };
    const wanted = { message: true, executionId: expected.executionId };
    return JSON.stringify(seen) === JSON.stringify(wanted) ? null : `it was ${JSON.stringify(seen)}`;
  };
}

timeline('an alert outlives its run with its text, and names no run that is gone', [
  at('0s', (world) => world.create(monitor('short', [], { dataRetention: { retentionDays: 1 } }))),
  at('1s', (world) =>
    world.create(
      cronJob('once', { schedule: SIX_HOURLY, script: failing(3), spec: { failedJobsHistoryLimit: 0 } }),
    ),
  ),
  at('7h', (world) => world.patch(cronJob('once'), { spec: { suspend: true } })),
  between('30h', '37h', 'an alert without a run', alert({ executionId: null })),
  throughout('37h', '37h5m', 'no run', runs('once', 0)),
]);

timeline('the records of a deleted CronJob go at once, later or never, as its monitor says', [
  at('0s', async (world) => {
    for (const [name, dataRetention] of [
      ['purged', { onCronJobDeletion: 'purge' }],
      ['later', { onCronJobDeletion: 'purge-after-days', purgeAfterDays: 1 }],
      ['kept', {}],
    ] as const) {
      await world.create(monitor(name, [], { selector: { matchNames: [name] }, dataRetention }));
      await world.create(cronJob(name, { schedule: SIX_HOURLY, script: failing(3) }));
    }
  }),
  throughout('7h', '7h1m', 'a run', runs('purged', 1)),
  at('7h2m', async (world) => {
    for (const name of ['purged', 'later', 'kept']) await world.delete(cronJob(name));
  }),
  between('7h2m30s', '7h4m', 'nothing of the purged', runs('purged', 0)),
  throughout('30h', '30h30m', 'a run of the one that goes later', runs('later', 1)),
  between('31h', '38h', 'nothing of it', runs('later', 0)),
  throughout('38h', '38h5m', 'a run of the one that stays', runs('kept', 1)),
]);

timeline('a deleted CronJob goes for good with its last record, and comes back as one never seen', [
  at('0s', (world) =>
    world.create(
      monitor('previews', [], {
        deadManSwitch: { enabled: false },
        dataRetention: { onCronJobDeletion: 'purge' },
      }),
    ),
  ),
  at('1s', (world) => world.create(cronJob('preview', { schedule: SIX_HOURLY, script: succeeding() }))),
  throughout('7h', '7h1m', 'a run', runs('preview', 1)),
  at('7h2m', (world) => world.delete(cronJob('preview'))),
  between('7h2m30s', '7h4m', 'no trace', async (world) => {
    const answer = await world.text('/api/v1/cronjobs/default/preview');
    return answer.includes('"not_found"') ? null : answer;
  }),
  at('8h', (world) => world.create(cronJob('preview', { schedule: SIX_HOURLY, script: succeeding() }))),
  throughout('13h', '13h5m', 'its own run alone', runs('preview', 1)),
]);

timeline('a CronJob that is made anew begins without the runs of its namesake where its monitor says so', [
  at('0s', async (world) => {
    await world.create(
      monitor('fresh', [], {
        selector: { matchNames: ['fresh'] },
        dataRetention: { onRecreation: 'reset' },
      }),
    );
    for (const name of ['fresh', 'continued']) {
      await world.create(cronJob(name, { schedule: SIX_HOURLY, script: failing(3) }));
    }
  }),
  at('7h', async (world) => {
    for (const name of ['fresh', 'continued']) {
      await world.delete(cronJob(name));
      await world.create(cronJob(name, { schedule: SIX_HOURLY }));
      await world.patch(cronJob(name), nowRuns(succeeding()));
    }
  }),
  between('7h0m30s', '7h2m', 'none of the old runs', runs('fresh', 0)),
  throughout('13h', '13h5m', 'its own run', runs('fresh', 1)),
  throughout('13h', '13h5m', 'both of the other', runs('continued', 2)),
]);
