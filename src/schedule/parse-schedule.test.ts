import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSchedule } from './parse-schedule.ts';
import type { CronSchedule, FieldSet } from './schedule.ts';
import { aSchedule } from './testing.ts';

const INVALID: readonly { readonly text: string; readonly reason: RegExp }[] = [
  { text: '', reason: /empty/ },
  { text: '   ', reason: /empty/ },
  { text: '* * * *', reason: /has 5 fields .* has 4/ },
  { text: '0 * * * * *', reason: /has 6/ },
  { text: '60 * * * *', reason: /minute field `60`: 60 is above the highest value, 59/ },
  { text: '0 24 * * *', reason: /hour field `24`/ },
  { text: '0 0 0 * *', reason: /day of month field `0`: 0 is below the lowest value, 1/ },
  { text: '0 0 * 13 *', reason: /month field/ },
  { text: '0 0 * * 7', reason: /day of week field `7`: 7 is above the highest value, 6/ },
  { text: '0 0 * * 0-7', reason: /day of week/ },
  { text: '0 0 * * 6-1', reason: /the range `6-1` ends before it begins/ },
  { text: '*/0 * * * *', reason: /the step of `\*\/0` must be at least 1/ },
  { text: '0 0 L * *', reason: /`L` is not a number/ },
  { text: '0 0 * * 5#2', reason: /`5#2` is not a number/ },
  { text: '0 0 1W * *', reason: /`1W` is not a number/ },
  { text: 'H * * * *', reason: /`H` is not a number/ },
  { text: '~ * * * *', reason: /`~` is not a number/ },
  { text: '1-2-3 * * * *', reason: /more than one hyphen/ },
  { text: '1/2/3 * * * *', reason: /more than one slash/ },
  { text: '1- * * * *', reason: /a number is missing/ },
  { text: '-1 * * * *', reason: /a number is missing/ },
  { text: '* jan * * *', reason: /`jan` is not a number/ },
  { text: '0 0 1 */feb *', reason: /`feb` is not a number/ },
  { text: '0 0 1 constructor *', reason: /`constructor` is not a number/ },
  { text: '@reboot', reason: /does not know `@reboot`; it knows @yearly/ },
  { text: '@Daily', reason: /does not know `@Daily`/ },
  { text: '@daily ', reason: /does not know/ },
  { text: ' @daily', reason: /has 5 fields/ },
  { text: '@every', reason: /does not know/ },
  { text: '@every 10', reason: /`10` after @every is not a duration with a unit/ },
  { text: '@every 1d', reason: /`1d` after @every/ },
  { text: '@every  5m', reason: /after @every/ },
  { text: 'TZ=Nowhere/City 0 0 * * *', reason: /no time zone `Nowhere\/City`/ },
  { text: 'TZ=europe/berlin 0 0 * * *', reason: /no time zone `europe\/berlin`/ },
  { text: 'TZ=UTC', reason: /the schedule itself is missing/ },
];
for (const { text, reason } of INVALID) {
  test(`${JSON.stringify(text)} is rejected, in words: ${reason.source}`, () => {
    const parsed = parseSchedule(text);
    assert.equal(parsed.kind, 'invalid');
    if (parsed.kind === 'invalid') assert.match(parsed.reason, reason);
  });
}

const SAME: readonly { readonly name: string; readonly text: string; readonly as: string }[] = [
  { name: 'names stand for numbers in any case', text: '0 0 * JAN,feb sun-Mon', as: '0 0 * 1,2 0-1' },
  { name: 'a number with a step goes on to the maximum', text: '5/15 * * * *', as: '5,20,35,50 * * * *' },
  { name: 'a step beyond the maximum leaves the beginning', text: '*/90 * * * *', as: '0 * * * *' },
  { name: 'empty parts of a list are passed over', text: '1,,2, * * * *', as: '1,2 * * * *' },
  { name: 'a plus sign and leading zeros are no matter', text: '+5 05 * * *', as: '5 5 * * *' },
  { name: 'blanks of any kind and number separate', text: ' 0\t0  * *\u00a0* ', as: '0 0 * * *' },
  { name: '? is *', text: '0 0 ? * ?', as: '0 0 * * *' },
  { name: 'what follows *- is ignored', text: '*-3 * * * *', as: '* * * * *' },
  { name: '@yearly is 1 January', text: '@yearly', as: '0 0 1 1 *' },
  { name: '@weekly is Sunday', text: '@weekly', as: '0 0 * * 0' },
  { name: '@midnight is daily', text: '@midnight', as: '0 0 * * *' },
];
for (const { name, text, as } of SAME) {
  test(`${name}: ${JSON.stringify(text)}`, () => assert.deepEqual(aSchedule(text), aSchedule(as)));
}

const STARS: readonly { readonly field: string; readonly star: boolean }[] = [
  { field: '*', star: true },
  { field: '?', star: true },
  { field: '*/1', star: true },
  { field: '3,*', star: true },
  { field: '*/2', star: false },
  { field: '1-31', star: false },
];
for (const { field, star } of STARS) {
  test(`the day field ${field} ${star ? 'is' : 'is not'} a star, which joins the day fields by AND`, () => {
    const schedule = aSchedule(`0 0 ${field} * *`) as CronSchedule;
    assert.equal(schedule.daysOfMonth.star, star);
  });
}

const PERIODS: readonly { readonly text: string; readonly periodMs: number }[] = [
  { text: '@every 1h30m', periodMs: 5_400_000 },
  { text: '@every 1.9s', periodMs: 1_000 },
  { text: '@every 100ms', periodMs: 1_000 },
  { text: '@every -5m', periodMs: 1_000 },
  { text: '@every +90s', periodMs: 90_000 },
  { text: '@every 0', periodMs: 1_000 },
];
for (const { text, periodMs } of PERIODS) {
  test(`${text} is every ${periodMs} ms: whole seconds, at least one`, () => {
    assert.deepEqual(aSchedule(text), { kind: 'every', periodMs });
  });
}

const PREFIXES: readonly { readonly text: string; readonly zone: string | null }[] = [
  { text: 'TZ=Asia/Tokyo 0 0 * * *', zone: 'Asia/Tokyo' },
  { text: 'CRON_TZ=Asia/Tokyo   @daily', zone: 'Asia/Tokyo' },
  { text: 'TZ= 0 0 * * *', zone: 'UTC' },
  { text: 'TZ=Local 0 0 * * *', zone: null },
  { text: '0 0 * * *', zone: null },
];
for (const { text, zone } of PREFIXES) {
  test(`${text} runs by ${zone ?? "the controller's zone"}`, () => {
    const schedule = aSchedule(text) as CronSchedule;
    assert.equal(schedule.zone?.name ?? null, zone);
    assert.deepEqual(valuesOf(schedule.hours), [0]);
  });
}

function valuesOf({ values }: FieldSet): number[] {
  return [...values.keys()].filter((value) => values[value] === 1);
}
