import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aMonitorSpec } from '../rule/testing.ts';
import type { Severity } from './alert.ts';
import { routeAlert, type RoutingMonitor } from './route.ts';

function aMonitor(name: string, alerting: object): RoutingMonitor {
  return { ...aMonitorSpec({ alerting }), namespace: 'payments', name };
}

interface Case {
  readonly name: string;
  readonly monitors: readonly RoutingMonitor[];
  readonly severity?: Severity;
  readonly channels: readonly string[];
  /** `monitor channel why` of those left out. */
  readonly untold?: readonly string[];
}

const CASES: readonly Case[] = [
  { name: 'without any monitor nobody is told', monitors: [], channels: [] },
  {
    name: 'every channel of a monitor is told, in the order of their names',
    monitors: [aMonitor('m', { channelRefs: [{ name: 'hook' }, { name: 'chat' }] })],
    channels: ['chat', 'hook'],
  },
  {
    name: 'a channel of two monitors is told once',
    monitors: [
      aMonitor('a', { channelRefs: [{ name: 'chat' }] }),
      aMonitor('b', { channelRefs: [{ name: 'chat' }] }),
    ],
    channels: ['chat'],
  },
  {
    name: 'a channel for other severities is not told, and it is said why',
    monitors: [
      aMonitor('m', {
        channelRefs: [
          { name: 'chat', severities: ['warning', 'info'] },
          { name: 'hook', severities: ['critical'] },
        ],
      }),
    ],
    channels: ['hook'],
    untold: [
      'payments/m chat severity filter: the channel is told warning, info alone, and this is critical',
    ],
  },
  {
    name: 'what one monitor leaves out another may tell',
    monitors: [
      aMonitor('a', { channelRefs: [{ name: 'chat', severities: ['info'] }] }),
      aMonitor('b', { channelRefs: [{ name: 'chat' }] }),
    ],
    channels: ['chat'],
  },
  {
    name: 'an empty list of severities means all',
    monitors: [aMonitor('m', { channelRefs: [{ name: 'chat', severities: [] }] })],
    severity: 'info',
    channels: ['chat'],
  },
  {
    name: 'a monitor with alerting off tells nobody',
    monitors: [aMonitor('m', { enabled: false, channelRefs: [{ name: 'chat' }] })],
    channels: [],
    untold: ['payments/m null alerting is not enabled in monitor payments/m'],
  },
  {
    name: 'a monitor without channels tells nobody',
    monitors: [aMonitor('m', {})],
    channels: [],
    untold: ['payments/m null monitor payments/m has no channelRefs'],
  },
];
for (const { name, monitors, severity = 'critical', channels, untold = [] } of CASES) {
  test(name, () => {
    const routing = routeAlert(monitors, severity);
    assert.deepEqual(
      routing.routes.map(({ channel }) => channel),
      channels,
    );
    assert.deepEqual(
      routing.untold.map((one) => `${one.monitor} ${one.channel} ${one.why.note}`),
      untold,
    );
  });
}

test('of two monitors the one that tells sooner, more often and more wins', () => {
  const channelRefs = [{ name: 'chat' }];
  const sparing = aMonitor('a', {
    channelRefs,
    sendResolved: false,
    alertDelay: '10m',
    suppressDuplicatesFor: '1d',
    includeContext: { logs: false, logLines: 900, events: false, podStatus: false, suggestedFixes: false },
  });
  const generous = aMonitor('b', {
    channelRefs,
    suppressDuplicatesFor: '5m',
    includeContext: { logLines: 20 },
  });
  const [route] = routeAlert([sparing, generous], 'critical').routes;
  assert.deepEqual(route, routeAlert([generous], 'critical').routes[0]);
  assert.deepEqual(route, routeAlert([generous, sparing], 'critical').routes[0]);
  assert.equal(route?.includeContext.logLines, 20);
});
