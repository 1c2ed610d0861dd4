import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../lib/duration.ts';
import { toMonitorSpec } from './monitor-spec.ts';
import { aMonitorSpec } from './testing.ts';

test('an empty spec, or none, is complete by its defaults', () => {
  const spec = aMonitorSpec({});
  assert.deepEqual(spec, {
    selector: { labels: [], names: [], namespaces: [], namespaceLabels: null, allNamespaces: false },
    failure: { consecutiveFailures: 1, recoveryRuns: 1 },
    deadManSwitch: {
      enabled: true,
      maxTimeSinceLastSuccessMs: null,
      autoFromSchedule: { enabled: true, bufferMs: HOUR, missedScheduleThreshold: 1 },
    },
    sla: null,
    suspendedHandling: { pauseMonitoring: true, alertIfSuspendedForMs: null },
    maintenanceWindows: [],
    alerting: {
      enabled: true,
      channelRefs: [],
      includeContext: {
        logs: true,
        logLines: 50,
        logContainerName: null,
        includeInitContainerLogs: false,
        events: true,
        podStatus: true,
        suggestedFixes: true,
      },
      suppressDuplicatesForMs: HOUR,
      alertDelayMs: 0,
      sendResolved: true,
      repeatIntervalMs: null,
      severityOverrides: {},
      suggestedFixPatterns: [],
    },
    dataRetention: {
      retentionDays: null,
      storeLogs: true,
      logRetentionDays: null,
      storeEvents: true,
      maxLogSizeKB: 100,
      onCronJobDeletion: 'retain',
      purgeAfterDays: null,
      onRecreation: 'retain',
    },
  });
  for (const none of [undefined, null]) assert.deepEqual(toMonitorSpec(none), { kind: 'spec', spec });
});

test('an empty sla block is complete by its defaults', () => {
  assert.deepEqual(aMonitorSpec({ sla: {} }).sla, {
    enabled: true,
    minSuccessRate: 95,
    windowDays: 7,
    maxDurationMs: null,
    minDurationMs: null,
    durationRegressionThreshold: 50,
    durationBaselineWindowDays: 14,
  });
});

test('durations are read in Go units, days and weeks', () => {
  const spec = aMonitorSpec({
    deadManSwitch: { maxTimeSinceLastSuccess: '8d', autoFromSchedule: { buffer: '1h30m' } },
    sla: { maxDuration: '90s', minDuration: '250ms' },
    suspendedHandling: { alertIfSuspendedFor: '2w' },
    maintenanceWindows: [
      { name: 'patch night', schedule: '0 22 * * 5', duration: '.5h', timezone: 'Europe/Berlin' },
    ],
    alerting: { suppressDuplicatesFor: '0', alertDelay: '10m', repeatInterval: '1d' },
  });
  assert.equal(spec.deadManSwitch.maxTimeSinceLastSuccessMs, 8 * DAY);
  assert.equal(spec.deadManSwitch.autoFromSchedule.bufferMs, 90 * MINUTE);
  assert.equal(spec.sla?.maxDurationMs, 90_000);
  assert.equal(spec.sla?.minDurationMs, 250);
  assert.equal(spec.suspendedHandling.alertIfSuspendedForMs, 14 * DAY);
  assert.equal(spec.maintenanceWindows[0]?.durationMs, 30 * MINUTE);
  assert.equal(spec.maintenanceWindows[0]?.zone.name, 'Europe/Berlin');
  assert.equal(spec.alerting.suppressDuplicatesForMs, 0);
  assert.equal(spec.alerting.alertDelayMs, 10 * MINUTE);
  assert.equal(spec.alerting.repeatIntervalMs, DAY);
});

test('what is given is not changed by the reading', () => {
  const source = Object.freeze({ alerting: Object.freeze({ channelRefs: Object.freeze([]) }) });
  assert.equal(toMonitorSpec(source).kind, 'spec');
  assert.deepEqual(source, { alerting: { channelRefs: [] } });
});

test('fields that are not known are passed over', () => {
  assert.deepEqual(aMonitorSpec({ colour: 'red', failure: { shape: 'round' } }).failure, {
    consecutiveFailures: 1,
    recoveryRuns: 1,
  });
});

const INVALID: readonly {
  readonly name: string;
  readonly source: object;
  readonly problems: readonly string[];
}[] = [
  {
    name: 'a duration without a unit says how to write one',
    source: { deadManSwitch: { maxTimeSinceLastSuccess: '10' } },
    problems: [
      'spec.deadManSwitch.maxTimeSinceLastSuccess is "10"; write a number and a unit, such as 90s, 15m, 1h30m or 8d',
    ],
  },
  {
    name: 'a duration beyond a hundred years is too long',
    source: { alerting: { repeatInterval: '9000w' } },
    problems: ['spec.alerting.repeatInterval is "9000w"; write at most a hundred years'],
  },
  {
    name: 'a number where a text belongs is named once',
    source: { alerting: { alertDelay: 10 } },
    problems: ['spec.alerting.alertDelay must be a string'],
  },
  {
    name: 'a missing field is named by its path',
    source: { alerting: { channelRefs: [{ name: 'chat' }, {}] } },
    problems: ['spec.alerting.channelRefs[1].name is required'],
  },
  {
    name: 'a value that is none of the allowed ones lists these',
    source: { alerting: { severityOverrides: { jobFailed: 'fatal' } } },
    problems: ['spec.alerting.severityOverrides.jobFailed must be one of critical, warning, info'],
  },
  {
    name: 'a number outside its bounds names the bound',
    source: { failure: { consecutiveFailures: 0 }, sla: { minSuccessRate: 101 } },
    problems: ['spec.failure.consecutiveFailures must be >= 1', 'spec.sla.minSuccessRate must be <= 100'],
  },
  {
    name: 'schedules, zones, selectors, patterns and pairs are checked, and all problems come at once',
    source: {
      selector: {
        matchLabels: { 'not a key': 'x' },
        namespaceSelector: { matchExpressions: [{ key: 'tier', operator: 'In' }] },
      },
      sla: { minDuration: '2h', maxDuration: '1h' },
      maintenanceWindows: [
        { name: 'w', schedule: '61 * * * *', duration: '1h', timezone: 'Berlin' },
        { name: 'x', schedule: '@every 6h', duration: '1h' },
      ],
      alerting: {
        suggestedFixPatterns: [
          { name: 'a', match: { logPattern: '(' }, suggestion: 's' },
          { name: 'b', match: { exitCodeRange: { min: 9, max: 3 } }, suggestion: 's' },
          { name: 'c', match: {}, suggestion: 's' },
        ],
      },
      dataRetention: { onCronJobDeletion: 'purge-after-days' },
    },
    problems: [
      'spec.selector "not a key" is not a valid label key',
      "spec.selector.namespaceSelector for 'in', 'notin' operators, values set can't be empty",
      'spec.sla.minDuration must not be longer than maxDuration',
      'spec.maintenanceWindows[0].schedule is no schedule: The minute field `61`: 61 is above the highest value, 59.',
      'spec.maintenanceWindows[0].timezone is "Berlin"; write an IANA time zone, such as Europe/Berlin',
      'spec.maintenanceWindows[1].schedule must name times: @every says how often, not when',
      'spec.alerting.suggestedFixPatterns[0].match.logPattern is no regular expression',
      'spec.alerting.suggestedFixPatterns[1].match.exitCodeRange must not have min above max',
      'spec.alerting.suggestedFixPatterns[2].match must hold at least one condition, such as exitCode or logPattern',
      'spec.dataRetention.purgeAfterDays is required with onCronJobDeletion: purge-after-days',
    ],
  },
  { name: 'a spec that is no object is one problem', source: [], problems: ['spec must be an object'] },
];
for (const { name, source, problems } of INVALID) {
  test(name, () => {
    const parsed = toMonitorSpec(source);
    assert.equal(parsed.kind, 'invalid');
    if (parsed.kind !== 'invalid') return;
    const texts = parsed.problems.map(
      ({ field, message }) => `${field} ${message.replace(/(regular expression): .*/, '$1')}`,
    );
    assert.deepEqual(texts, problems);
  });
}
