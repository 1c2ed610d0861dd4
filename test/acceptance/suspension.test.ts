import { executions } from './expect.ts';
import { cronJob } from './manifests.ts';
import { at, between, type Check, throughout, timeline } from './timeline.ts';
import type { World } from './world.ts';

function call(verb: 'suspend' | 'resume') {
  return async (world: World) => void (await world.post(`/api/v1/cronjobs/default/busy/${verb}`));
}

function suspended(expected: boolean): Check {
  return async (world) => {
    const { suspended, nextRun } = await world.get<{ suspended: boolean; nextRun: string | null }>(
      '/api/v1/cronjobs/default/busy',
    );
    const fits = suspended === expected && (nextRun === null) === expected;
    return fits ? null : `suspended was ${suspended}, the next run ${nextRun}`;
  };
}

const ONE = [{ status: 'success' }] as const;

timeline('a CronJob that is suspended over the API starts no run until it is resumed', [
  at('0s', (world) => world.create(cronJob('busy'))),
  between('5m5s', '5m15s', 'its run', executions('busy', ONE)),
  at('6m', call('suspend')),
  throughout('6m', '14m', 'suspended', suspended(true)),
  at('8m', call('suspend')),
  throughout('6m', '14m', 'no run', executions('busy', ONE)),
  at('14m', call('resume')),
  throughout('14m', '16m', 'resumed', suspended(false)),
  between('14m', '14m15s', 'the run of the last slot that passed', executions('busy', [...ONE, ...ONE])),
]);
