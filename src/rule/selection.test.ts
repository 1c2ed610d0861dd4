import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selects } from './selection.ts';
import { aMonitorSpec } from './testing.ts';

interface Case {
  readonly name: string;
  readonly selector?: object;
  readonly selected: boolean;
  readonly namespace?: string;
}

// The CronJob is nightly-backup {app: db, tier: gold} in payments {team: blue}; the monitor's own
// namespace is payments unless stated.
const CASES: readonly Case[] = [
  { name: 'without any condition all CronJobs of the own namespace are watched', selected: true },
  { name: 'without any condition none of another namespace is', namespace: 'other', selected: false },
  {
    name: 'all labels must be there',
    selector: { matchLabels: { app: 'db', tier: 'gold' } },
    selected: true,
  },
  {
    name: 'one wrong label is enough',
    selector: { matchLabels: { app: 'db', tier: 'iron' } },
    selected: false,
  },
  {
    name: 'expressions hold',
    selector: {
      matchExpressions: [
        { key: 'app', operator: 'In', values: ['web', 'db'] },
        { key: 'old', operator: 'DoesNotExist' },
      ],
    },
    selected: true,
  },
  {
    name: 'one expression that does not hold is enough',
    selector: {
      matchExpressions: [
        { key: 'app', operator: 'Exists' },
        { key: 'tier', operator: 'NotIn', values: ['gold'] },
      ],
    },
    selected: false,
  },
  { name: 'one name that fits is enough', selector: { matchNames: ['x', 'nightly-*'] }, selected: true },
  { name: 'no name that fits', selector: { matchNames: ['nightly', '*-report'] }, selected: false },
  {
    name: 'labels and names must both hold',
    selector: { matchLabels: { app: 'web' }, matchNames: ['*'] },
    selected: false,
  },
  { name: 'an empty list of names is no condition', selector: { matchNames: [] }, selected: true },
  {
    name: 'a listed namespace is watched from any other',
    namespace: 'other',
    selector: { namespaces: ['payments'] },
    selected: true,
  },
  {
    name: 'listed namespaces take the place of the own one',
    selector: { namespaces: ['other'] },
    selected: false,
  },
  {
    name: "a namespace's labels select it from any other",
    namespace: 'other',
    selector: { namespaceSelector: { matchLabels: { team: 'blue' } } },
    selected: true,
  },
  {
    name: 'a namespace without the labels is not selected',
    selector: { namespaceSelector: { matchLabels: { team: 'red' } } },
    selected: false,
  },
  {
    name: 'an empty namespaceSelector selects every namespace, as in Kubernetes',
    namespace: 'other',
    selector: { namespaceSelector: {} },
    selected: true,
  },
  {
    name: 'allNamespaces reaches every namespace',
    namespace: 'other',
    selector: { allNamespaces: true },
    selected: true,
  },
  {
    name: 'allNamespaces does not lift the other conditions',
    selector: { allNamespaces: true, namespaces: ['other'] },
    selected: false,
  },
  {
    name: 'a list and a selector of namespaces must both hold',
    selector: { namespaces: ['payments'], namespaceSelector: { matchLabels: { team: 'red' } } },
    selected: false,
  },
];
const CRON_JOB = { namespace: 'payments', name: 'nightly-backup', labels: { app: 'db', tier: 'gold' } };
for (const { name, selector = {}, namespace = 'payments', selected } of CASES) {
  test(name, () => {
    const monitor = { namespace, selector: aMonitorSpec({ selector }).selector };
    assert.equal(selects(monitor, CRON_JOB, { team: 'blue' }), selected);
  });
}
