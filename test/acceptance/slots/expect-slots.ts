import type { SlotList } from '../../../src/api/contract/slot.ts';
import type { Check } from '../timeline.ts';
import { START, type World } from '../world.ts';

/** All slots of a CronJob in namespace default that passed. */
export function slotsOf(world: World, name: string): Promise<SlotList> {
  const from = new Date(START - 3_600_000).toISOString();
  return world.get(`/api/v1/cronjobs/default/${name}/slots?limit=1000&from=${from}`);
}

/**
 * The slots of the CronJob that passed, oldest first: minutes after the world's start, and the outcome, with the
 * reason of one that was skipped; `5 ran`, `10 Forbidden`, `15 open`.
 */
export function slots(name: string, expected: readonly string[]): Check {
  return async (world) => {
    const { items } = await slotsOf(world, name);
    const seen = items.toReversed().map((slot) => {
      const minutes = (Date.parse(slot.time) - START) / 60_000;
      return `${minutes} ${slot.reason ?? slot.outcome ?? 'open'}`;
    });
    return JSON.stringify(seen) === JSON.stringify(expected) ? null : `the slots were ${seen.join(', ')}`;
  };
}

/** What the slot so many minutes after the world's start says of itself. */
export function slotMessage(name: string, minutes: number, expected: RegExp): Check {
  return async (world) => {
    const { items } = await slotsOf(world, name);
    const slot = items.find(({ time }) => Date.parse(time) === START + minutes * 60_000);
    const message = slot?.message ?? '(no message)';
    return expected.test(message) ? null : `slot ${minutes} said: ${message}`;
  };
}
