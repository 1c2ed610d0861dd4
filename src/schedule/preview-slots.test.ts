import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type PreviewedSlot, previewSlots } from './preview-slots.ts';
import { slotsBetween } from './slots.ts';
import { aSchedule, aZone } from './testing.ts';

interface Case {
  readonly name: string;
  readonly schedule: string;
  readonly zone: string;
  readonly after: string;
  /** `kind localTime`, with the reason of what is no plain slot. */
  readonly preview: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'a local time that the clock skips is told, with the change',
    schedule: '30 2 * * *',
    zone: 'Europe/Berlin',
    after: '2026-03-27T12:00:00Z',
    preview: [
      'slot 2026-03-28T02:30:00',
      'skipped 2026-03-29T02:30:00: the clock goes from 02:00 to 03:00 on 2026-03-29, so this local time does not come',
      'slot 2026-03-30T02:30:00',
    ],
  },
  {
    name: 'both slots of a local time that comes twice are told to be two',
    schedule: '30 2 * * *',
    zone: 'Europe/Berlin',
    after: '2026-10-24T12:00:00Z',
    preview: [
      'repeated 2026-10-25T02:30:00: the clock goes from 03:00 to 02:00 on 2026-10-25, so this local time comes twice',
      'repeated 2026-10-25T02:30:00: the clock goes from 03:00 to 02:00 on 2026-10-25, so this local time comes twice',
    ],
  },
  {
    name: 'the second of two slots alone is told to be one of two',
    schedule: '30 2 * * *',
    zone: 'Europe/Berlin',
    after: '2026-10-25T00:30:00Z',
    preview: [
      'repeated 2026-10-25T02:30:00: the clock goes from 03:00 to 02:00 on 2026-10-25, so this local time comes twice',
      'slot 2026-10-26T02:30:00',
    ],
  },
  {
    name: 'a midnight that does not exist is told',
    schedule: '0 0 * * *',
    zone: 'Africa/Cairo',
    after: '2026-04-22T12:00:00Z',
    preview: [
      'slot 2026-04-23T00:00:00',
      'skipped 2026-04-24T00:00:00: the clock goes from 00:00 to 01:00 on 2026-04-24, so this local time does not come',
      'slot 2026-04-25T00:00:00',
    ],
  },
  {
    name: 'half an hour is enough for a change',
    schedule: '15 2 * * *',
    zone: 'Australia/Lord_Howe',
    after: '2026-10-02T20:00:00Z',
    preview: [
      'skipped 2026-10-04T02:15:00: the clock goes from 02:00 to 02:30 on 2026-10-04, so this local time does not come',
      'slot 2026-10-05T02:15:00',
    ],
  },
  {
    name: "the schedule's own zone is the one whose clock counts",
    schedule: 'TZ=Europe/Berlin 30 2 * * *',
    zone: 'UTC',
    after: '2026-03-28T12:00:00Z',
    preview: [
      'skipped 2026-03-29T02:30:00: the clock goes from 02:00 to 03:00 on 2026-03-29, so this local time does not come',
      'slot 2026-03-30T02:30:00',
    ],
  },
  {
    name: '@every knows no clock to change',
    schedule: '@every 30m',
    zone: 'Europe/Berlin',
    after: '2026-03-29T00:45:00Z',
    preview: ['slot 2026-03-29T03:15:00', 'slot 2026-03-29T03:45:00'],
  },
  {
    name: 'what never runs has nothing to show',
    schedule: '0 0 31 2 *',
    zone: 'Europe/Berlin',
    after: '2026-03-29T00:45:00Z',
    preview: [],
  },
];
for (const { name, schedule, zone, after, preview } of CASES) {
  test(name, () => {
    const slots = preview.filter((text) => !text.startsWith('skipped')).length;
    const found = previewSlots(aSchedule(schedule), aZone(zone), Date.parse(after), slots);
    assert.deepEqual(
      found.map((slot) => `${slot.kind} ${slot.localTime}${'why' in slot ? `: ${slot.why}` : ''}`),
      preview,
    );
  });
}

test('the slots of a preview are the next slots, in order, whatever is told between them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        '* * * * *',
        '30 2 * * *',
        '0 0 * * *',
        '*/20 0-3 * * 0',
        '15 2 1,29 * 0',
        '@every 97s',
      ),
      fc.constantFrom('UTC', 'Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/Havana'),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
      fc.integer({ min: 1, max: 50 }),
      (text, zoneName, after, count) => {
        const [schedule, zone] = [aSchedule(text), aZone(zoneName)];
        const preview = previewSlots(schedule, zone, after, count);
        const slots = preview.flatMap((slot) => (slot.kind === 'skipped' ? [] : [slot.at]));
        assert.deepEqual(slots, slotsBetween(schedule, zone, after, Infinity, count));
        if (schedule.kind === 'every') return;
        for (const slot of preview) assertTrueOfClock(slot, zoneName);
      },
    ),
    { numRuns: 200 },
  );
});

/** What is said of a local time is what the runtime's own calendar says. */
function assertTrueOfClock(slot: PreviewedSlot, zoneName: string): void {
  const local = Temporal.PlainDateTime.from(slot.localTime);
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zoneName, { disambiguation }),
  );
  const comes = earlier!.toPlainDateTime().equals(local);
  const twice = comes && !earlier!.equals(later!);
  if (slot.kind !== 'skipped') assert.deepEqual([comes, twice], [true, slot.kind === 'repeated']);
  else assert.equal(comes, slot.why.startsWith('Kubernetes passes over'), slot.localTime);
}
