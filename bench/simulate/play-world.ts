import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { Alert } from '../../src/api/contract/alert.ts';
import { DAY } from '../../src/lib/duration.ts';
import { VirtualClock } from '../../src/lib/virtual-clock.ts';
import { AttendedService } from './attended-service.ts';
import { RemoteWorld } from './remote-world.ts';
import type { WorldPlan } from './world-plan.ts';

export interface PlayedWorld {
  /** Every alert that was ever raised. */
  readonly alerts: readonly Alert[];
  readonly executions: number;
  readonly instants: number;
}

export interface PlayOptions {
  /** Told once for each day that has passed. */
  readonly onDay?: (day: number) => void;
  /** Of the service. */
  readonly log?: Logger;
}

/**
 * Lets a cluster and the whole service live through a plan, each on a virtual clock of its own that move in
 * step, joined by real HTTP; and asks the service's API what it made of it.
 */
export async function playWorld(plan: WorldPlan, options: PlayOptions = {}): Promise<PlayedWorld> {
  const log = options.log ?? pino({ level: 'silent' });
  await using resources = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'punctual-simulation-'));
  resources.defer(() => rmSync(directory, { recursive: true, force: true }));
  const clock = new VirtualClock(plan.startAt);
  const world = resources.use(await RemoteWorld.open(plan));
  writeFileSync(join(directory, 'kubeconfig'), world.kubeconfig);
  const service = resources.use(new AttendedService({ clock, directory, log, world }));
  await service.start();
  let day = 0;
  const liveUntil = async (until: number) => {
    while (plan.startAt + (day + 1) * DAY <= until) {
      await service.liveUntil(plan.startAt + (day + 1) * DAY);
      day += 1;
      options.onDay?.(day);
    }
    await service.liveUntil(until);
  };
  for (const { kind, from, until } of plan.outages) {
    await liveUntil(from);
    if (kind === 'service') await service.stop();
    else await service.cutOff();
    await liveUntil(until);
    if (kind === 'service') await service.start();
    else await service.reconnect();
  }
  await liveUntil(plan.endAt);
  return { ...(await service.answers()), instants: service.instants };
}
