import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { impossibleDate } from './impossible-date.ts';
import { nextSlot } from './next-slot.ts';
import type { CronSchedule } from './schedule.ts';
import { scheduleWords } from './schedule-words.ts';
import { aSchedule } from './testing.ts';
import { UTC } from './zone.ts';

const WORDS: readonly (readonly [schedule: string, words: string, timeZone?: string])[] = [
  ['* * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/90 * * * *', 'Every hour'],
  ['0 * * * *', 'Every hour'],
  ['15 * * * *', 'Every hour at minute 15'],
  ['5/15 * * * *', 'At minutes 5, 20, 35 and 50 of every hour'],
  ['*/25 * * * *', 'At minutes 0, 25 and 50 of every hour'],
  ['1-59 * * * *', 'At minutes 1 to 59 of every hour'],
  ['0 */2 * * *', 'Every 2 hours'],
  ['15 */2 * * *', 'Every 2 hours at minute 15'],
  ['15 */6 * * *', 'At 00:15, 06:15, 12:15 and 18:15'],
  ['0 */5 * * *', 'At 00:00, 05:00, 10:00, 15:00 and 20:00'],
  ['0 3 * * *', 'At 03:00'],
  ['0,30 3 * * *', 'At 03:00 and 03:30'],
  ['0 9-17 * * 1-5', 'Every hour from 09:00 to 17:00 on Monday to Friday'],
  ['*/10 8-18 * * 1-5', 'Every 10 minutes from 08:00 to 18:59 on Monday to Friday'],
  ['*/10 8,9,20 * * *', 'Every 10 minutes from 08:00 to 09:59 and 20:00 to 20:59'],
  ['* 3 * * *', 'Every minute from 03:00 to 03:59'],
  ['*/15 */2 * * *', 'Every 15 minutes in every 2nd hour'],
  ['*/15 */3 * * *', 'Every 15 minutes in every 3rd hour'],
  ['0 0 1 * *', 'At 00:00 on day 1 of the month'],
  ['0 0 1,2,15 1,7 *', 'At 00:00 on days 1, 2 and 15 of the month in January and July'],
  ['0 22 * 6-8 *', 'At 22:00 in June to August'],
  ['0 0 * * sun,sat', 'At 00:00 on Sunday and Saturday'],
  ['@weekly', 'At 00:00 on Sunday'],
  ['@yearly', 'At 00:00 on day 1 of the month in January'],
  // Both day fields restricted: either will do, so nothing may say "and".
  ['0 0 13 * 5', 'At 00:00 on day 13 of the month or on Friday'],
  ['0 0 1-7 * 1', 'At 00:00 on days 1 to 7 of the month or on Monday'],
  ['0 0 1-31 * 3', 'At 00:00'],
  ['0 0 * * 3', 'At 00:00 on Wednesday'],
  ['0 0 */1 * 3', 'At 00:00 on Wednesday'],
  ['0 0 ? * ?', 'At 00:00'],
  ['0 0 29 2 *', 'At 00:00 on day 29 of the month in February'],
  ['0 0 31 2 *', 'Never (31 February)'],
  ['0 0 30,31 2 *', 'Never (30 or 31 February)'],
  ['0 0 31 4,6 *', 'Never (31 April or June)'],
  ['0 0 31 2 1', 'At 00:00 on day 31 of the month or on Monday in February'],
  [', * * * *', 'Never (the minute field names nothing)'],
  ['0 0 , * 1', 'At 00:00 on Monday'],
  ['0 0 , * *', 'Never (no day is named)'],
  ['@every 90m', 'Every 90 minutes, counted from the last run'],
  ['@every 1h', 'Every hour, counted from the last run'],
  ['@every 24h', 'Every 24 hours, counted from the last run'],
  ['@every 90s', 'Every 90 seconds, counted from the last run'],
  ['@every 10h0m1s', 'Every 10h0m1s, counted from the last run'],
  ['0 3 * * *', 'At 03:00, Europe/Berlin time', 'Europe/Berlin'],
  ['0 3 * * *', 'At 03:00, UTC', 'UTC'],
  ['TZ=Asia/Tokyo 0 3 * * *', 'At 03:00, Asia/Tokyo time', 'Europe/Berlin'],
  ['@every 90s', 'Every 90 seconds, counted from the last run', 'Europe/Berlin'],
  ['61 * * * *', 'Never runs: The minute field `61`: 61 is above the highest value, 59.'],
  ['0 3 * * *', 'Never runs: there is no time zone Berlin.', 'Berlin'],
];
for (const [schedule, words, timeZone = null] of WORDS) {
  test(`${schedule}${timeZone === null ? '' : ` in ${timeZone}`} reads ${words}`, () => {
    assert.equal(scheduleWords(schedule, timeZone), words);
  });
}

const part = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('*', '*/2', '*/1', ',', '?'),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
  );

test('what is said never to run has no slot, and whatever else has one, be it after four years', () => {
  fc.assert(
    fc.property(part(28, 31), part(1, 12), part(0, 6), (day, month, weekday) => {
      const text = `0 0 ${day} ${month} ${weekday}`;
      const schedule = aSchedule(text) as CronSchedule;
      const found = nextSlot(schedule, UTC, Date.UTC(2026, 0, 1));
      assert.equal(impossibleDate(schedule) === null, found !== null, text);
      assert.equal(scheduleWords(text, null).startsWith('Never'), found === null, text);
    }),
    { numRuns: 500 },
  );
});
