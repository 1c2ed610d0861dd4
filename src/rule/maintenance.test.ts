import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY } from '../lib/duration.ts';
import { activeMaintenance, maintenancePeriods } from './maintenance.ts';
import { aMonitorSpec } from './testing.ts';

interface WindowText {
  readonly name?: string;
  readonly schedule: string;
  readonly duration: string;
  readonly timezone?: string;
}

function windowsOf(...texts: readonly WindowText[]) {
  return aMonitorSpec({ maintenanceWindows: texts.map((text) => ({ name: 'w', ...text })) })
    .maintenanceWindows;
}

const WEEKEND: WindowText = { name: 'weekend', schedule: '0 22 * * 5', duration: '2d8h' };
const BERLIN = { timezone: 'Europe/Berlin' };

interface ActiveCase {
  readonly name: string;
  readonly windows: readonly WindowText[];
  readonly at: string;
  /** `name until`, or null. */
  readonly active: string | null;
}

// In Europe/Berlin the clock goes from 02:00 to 03:00 on 29 March 2026 and from 03:00 to 02:00 on 25 October.
const ACTIVE: readonly ActiveCase[] = [
  { name: 'without any window nothing is held', windows: [], at: '2026-03-07T00:00Z', active: null },
  {
    name: 'a window of days is in force from its start on a Friday',
    windows: [WEEKEND],
    at: '2026-03-06T22:00Z',
    active: 'weekend 2026-03-09T06:00Z',
  },
  {
    name: 'a window is in force up to its last millisecond',
    windows: [WEEKEND],
    at: '2026-03-09T05:59:59.999Z',
    active: 'weekend 2026-03-09T06:00Z',
  },
  { name: 'a window does not hold its end', windows: [WEEKEND], at: '2026-03-09T06:00Z', active: null },
  {
    name: 'a window does not hold what is before it',
    windows: [WEEKEND],
    at: '2026-03-06T21:59Z',
    active: null,
  },
  {
    name: 'a window that begins before another ends puts the end off',
    windows: [WEEKEND, { name: 'monday', schedule: '0 5 * * 1', duration: '3h' }],
    at: '2026-03-07T12:00Z',
    active: 'weekend 2026-03-09T08:00Z',
  },
  {
    name: 'a window that begins where another ends puts the end off',
    windows: [WEEKEND, { name: 'monday', schedule: '0 6 * * 1', duration: '1h' }],
    at: '2026-03-07T12:00Z',
    active: 'weekend 2026-03-09T07:00Z',
  },
  {
    name: 'of several windows in force the one that lasts longest is named',
    windows: [{ name: 'night', schedule: '0 0 * * *', duration: '6h' }, WEEKEND],
    at: '2026-03-07T01:00Z',
    active: 'weekend 2026-03-09T06:00Z',
  },
  {
    name: 'a shorter window inside of a longer one changes nothing',
    windows: [WEEKEND, { name: 'noon', schedule: '0 12 * * *', duration: '1h' }],
    at: '2026-03-08T12:30Z',
    active: 'weekend 2026-03-09T06:00Z',
  },
  {
    name: 'a window longer than its period is in force from its first start to the end of its last',
    // The 1st, 2nd and 3rd of a month, three days each.
    windows: [{ schedule: '0 0 1-3 * *', duration: '3d' }],
    at: '2026-03-02T12:00Z',
    active: 'w 2026-03-06T00:00Z',
  },
  {
    name: 'windows that follow each other for ever end a year ahead',
    windows: [{ schedule: '0 0 * * *', duration: '25h' }],
    at: '2026-03-02T12:00Z',
    // 366 links of a day, and the year.
    active: 'w 2028-03-03T01:00Z',
  },
  {
    name: 'a window keeps the hours of its zone in winter',
    windows: [{ schedule: '0 2 * * *', duration: '1h', ...BERLIN }],
    at: '2026-03-02T01:30Z',
    active: 'w 2026-03-02T02:00Z',
  },
  {
    name: 'a window keeps the hours of its zone in summer',
    windows: [{ schedule: '0 2 * * *', duration: '1h', ...BERLIN }],
    at: '2026-06-02T00:30Z',
    active: 'w 2026-06-02T01:00Z',
  },
  {
    name: "a zone in the schedule wins over the window's",
    windows: [{ schedule: 'TZ=Asia/Tokyo 0 2 * * *', duration: '1h', ...BERLIN }],
    at: '2026-06-01T17:30Z',
    active: 'w 2026-06-01T18:00Z',
  },
  {
    name: 'a window whose start the clock skips begins by the clock before the change',
    windows: [{ schedule: '30 2 * * *', duration: '1h', ...BERLIN }],
    at: '2026-03-29T01:30Z',
    active: 'w 2026-03-29T02:30Z',
  },
  {
    name: 'a window whose start the clock skips begins no earlier',
    windows: [{ schedule: '30 2 * * *', duration: '1h', ...BERLIN }],
    at: '2026-03-29T01:29Z',
    active: null,
  },
  {
    name: 'a window whose start comes twice lasts on through the second one',
    windows: [{ schedule: '30 2 * * *', duration: '1h', ...BERLIN }],
    at: '2026-10-25T00:30Z',
    active: 'w 2026-10-25T02:30Z',
  },
  {
    name: 'a short window whose start comes twice is in force twice',
    windows: [{ schedule: '30 2 * * *', duration: '10m', ...BERLIN }],
    at: '2026-10-25T01:35Z',
    active: 'w 2026-10-25T01:40Z',
  },
  {
    name: 'a window across a change of the clock lasts as long as on other days',
    windows: [{ schedule: '0 0 * * *', duration: '6h', ...BERLIN }],
    at: '2026-03-29T04:59Z',
    active: 'w 2026-03-29T05:00Z',
  },
  {
    name: 'a midnight that the clock skips begins the window all the same',
    windows: [{ schedule: '0 0 * * *', duration: '2h', timezone: 'Africa/Cairo' }],
    at: '2026-04-23T22:30Z',
    active: 'w 2026-04-24T00:00Z',
  },
  {
    name: 'a window of no length is never in force',
    windows: [{ schedule: '* * * * *', duration: '0s' }],
    at: '2026-03-02T12:00Z',
    active: null,
  },
  {
    name: 'a window on a day that never comes is never in force',
    windows: [{ schedule: '0 0 31 2 *', duration: '365d' }],
    at: '2026-03-02T12:00Z',
    active: null,
  },
];

describe('activeMaintenance', () => {
  for (const { name, windows, at, active } of ACTIVE) {
    test(name, () => {
      const seen = activeMaintenance(windowsOf(...windows), Date.parse(at));
      assert.equal(seen === null ? null : `${seen.name} ${wordInstant(seen.until)}`, active);
    });
  }

  test('costs little, however often a window begins while it lasts', () => {
    const windows = windowsOf({ schedule: '* * * * *', duration: '3650d' });
    const startedAt = performance.now();
    assert.notEqual(activeMaintenance(windows, Date.UTC(2026, 2, 2)), null);
    assert.ok(performance.now() - startedAt < 1_000);
  });
});

interface PeriodsCase {
  readonly name: string;
  readonly windows: readonly WindowText[];
  readonly from: string;
  readonly to: string;
  readonly periods: readonly string[];
}

const PERIODS: readonly PeriodsCase[] = [
  {
    name: 'every window in between is a period',
    windows: [{ schedule: '0 2 * * *', duration: '1h' }],
    from: '2026-03-02T00:00Z',
    to: '2026-03-04T00:00Z',
    periods: ['2026-03-02T02:00Z 2026-03-02T03:00Z', '2026-03-03T02:00Z 2026-03-03T03:00Z'],
  },
  {
    name: 'what began before and ends after is cut off',
    windows: [{ schedule: '0 0 * * *', duration: '12h' }],
    from: '2026-03-02T06:00Z',
    to: '2026-03-03T06:00Z',
    periods: ['2026-03-02T06:00Z 2026-03-02T12:00Z', '2026-03-03T00:00Z 2026-03-03T06:00Z'],
  },
  {
    name: 'windows that overlap or touch are one period',
    windows: [
      { schedule: '0 0 * * *', duration: '2h' },
      { schedule: '0 1 * * *', duration: '2h' },
      { schedule: '0 3 * * *', duration: '1h' },
    ],
    from: '2026-03-02T00:00Z',
    to: '2026-03-03T00:00Z',
    periods: ['2026-03-02T00:00Z 2026-03-02T04:00Z'],
  },
  {
    name: 'windows that follow each other for ever are one period',
    windows: [{ schedule: '0 0 * * *', duration: '25h' }],
    from: '2026-03-02T00:00Z',
    to: '2029-03-02T00:00Z',
    periods: ['2026-03-02T00:00Z 2029-03-02T00:00Z'],
  },
  {
    name: 'a start that comes twice makes two periods',
    windows: [{ schedule: '30 2 * * *', duration: '10m', ...BERLIN }],
    from: '2026-10-25T00:00Z',
    to: '2026-10-26T00:00Z',
    periods: ['2026-10-25T00:30Z 2026-10-25T00:40Z', '2026-10-25T01:30Z 2026-10-25T01:40Z'],
  },
  {
    name: 'a window that begins at the end is left out',
    windows: [{ schedule: '0 2 * * *', duration: '1h' }],
    from: '2026-03-01T03:00Z',
    to: '2026-03-02T02:00Z',
    periods: [],
  },
  {
    name: 'nothing lies between an instant and itself',
    windows: [{ schedule: '0 0 * * *', duration: '25h' }],
    from: '2026-03-02T00:00Z',
    to: '2026-03-02T00:00Z',
    periods: [],
  },
];

describe('maintenancePeriods', () => {
  for (const { name, windows, from, to, periods } of PERIODS) {
    test(name, () => {
      const seen = maintenancePeriods(windowsOf(...windows), Date.parse(from), Date.parse(to));
      assert.deepEqual(
        seen.map((period) => `${wordInstant(period.from)} ${wordInstant(period.until)}`),
        periods,
      );
    });
  }

  test('agree with activeMaintenance at every half hour of a year', () => {
    const windows = windowsOf(
      { ...WEEKEND, ...BERLIN },
      { schedule: '30 2 * * *', duration: '45m', timezone: 'America/New_York' },
      { schedule: '15 0 1-7 * *', duration: '30h', timezone: 'Africa/Cairo' },
    );
    const from = Date.UTC(2026, 0, 1);
    const to = from + 365 * DAY;
    const periods = maintenancePeriods(windows, from, to);
    for (let at = from; at < to; at += DAY / 48) {
      const period = periods.find(({ until }) => until > at);
      const held = period !== undefined && period.from <= at;
      assert.equal(activeMaintenance(windows, at) !== null, held, new Date(at).toISOString());
    }
  });
});

function wordInstant(at: number): string {
  return new Date(at).toISOString().replace(':00.000Z', 'Z');
}
