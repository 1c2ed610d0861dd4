import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findZone, UTC } from '../schedule/zone.ts';
import { forecast } from './forecast.ts';

const at = (time: string) => Date.parse(`2026-03-28T${time}Z`);
const NOW = at('12:00:30');
const times = (slots: readonly number[]) => slots.map((slot) => new Date(slot).toISOString().slice(11, 19));

const CASES = [
  {
    name: 'a cron schedule goes on from its next run',
    schedule: '*/20 * * * *',
    nextRunAt: at('12:20:00'),
    until: at('13:00:00'),
    slots: ['12:20:00', '12:40:00', '13:00:00'],
  },
  {
    name: 'of a run that is late, the slots after now are told',
    schedule: '*/20 * * * *',
    nextRunAt: at('11:20:00'),
    until: at('12:50:00'),
    slots: ['12:20:00', '12:40:00'],
  },
  {
    name: '@every counts from its next run, aligned to nothing',
    schedule: '@every 25m',
    nextRunAt: at('12:07:11'),
    until: at('13:00:00'),
    slots: ['12:07:11', '12:32:11', '12:57:11'],
  },
  {
    name: '@every that is late keeps its rhythm',
    schedule: '@every 25m',
    nextRunAt: at('11:50:00'),
    until: at('13:00:00'),
    slots: ['12:15:00', '12:40:00'],
  },
  {
    name: 'slots that stand too near are thinned out',
    schedule: '* * * * *',
    nextRunAt: at('12:01:00'),
    until: at('13:00:00'),
    spacingMs: 15 * 60_000,
    slots: ['12:01:00', '12:16:00', '12:31:00', '12:46:00'],
  },
  {
    name: 'a suspended CronJob has none',
    schedule: '* * * * *',
    nextRunAt: null,
    until: at('13:00:00'),
    slots: [],
  },
  {
    name: 'a schedule that cannot be read has none',
    schedule: 'whenever',
    nextRunAt: at('12:01:00'),
    until: at('13:00:00'),
    slots: [],
  },
] as const;

for (const { name, slots, until, ...rest } of CASES) {
  test(name, () => {
    const spacing = 'spacingMs' in rest ? rest.spacingMs : 0;
    assert.deepEqual(times(forecast({ ...rest, timeZone: null }, UTC, NOW, until, spacing)), slots);
  });
}

test('the zone of the controller holds where the CronJob names none', () => {
  const daily = { schedule: '0 15 * * *', timeZone: null, nextRunAt: at('14:00:00') };
  const until = NOW + 30 * 3_600_000;
  // On the night after, Berlin's clocks go forward.
  assert.deepEqual(times(forecast(daily, findZone('Europe/Berlin')!, NOW, until)), ['14:00:00', '13:00:00']);
});
