import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nextSlot } from './next-slot.ts';
import { parseSchedule } from './parse-schedule.ts';
import { findZone } from './zone.ts';

interface Vector {
  readonly schedule: string;
  readonly timeZone: string;
  readonly after: string;
  readonly next?: readonly string[] | 'never';
  readonly rejected?: true;
}

const VECTORS = readFileSync(join(import.meta.dirname, 'fixtures/schedule.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

test('every slot recorded from the library that Kubernetes uses is found, to the second', () => {
  assert.ok(VECTORS.length > 2_000);
  const wrong = VECTORS.map((vector) => ({ vector, found: answer(vector) })).filter(
    ({ vector, found }) =>
      JSON.stringify(found) !== JSON.stringify(vector.rejected ? 'rejected' : vector.next),
  );
  assert.deepEqual(wrong, []);
});

function answer(vector: Vector): readonly string[] | 'never' | 'rejected' {
  const parsed = parseSchedule(vector.schedule);
  if (parsed.kind === 'invalid') return 'rejected';
  const zone = findZone(vector.timeZone);
  assert.ok(zone, `no zone ${vector.timeZone}`);
  const slots: string[] = [];
  let slot = nextSlot(parsed.schedule, zone, Date.parse(vector.after));
  while (slot !== null && slots.length < 6) {
    slots.push(new Date(slot).toISOString().replace('.000Z', 'Z'));
    slot = nextSlot(parsed.schedule, zone, slot);
  }
  return slots.length === 0 ? 'never' : slots;
}
