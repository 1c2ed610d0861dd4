import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import {
  matchPodFailurePolicy,
  type PodFailurePolicy,
  type PodFailureVerdict,
} from './pod-failure-policy.ts';

/** A failed Pod whose containers exited so; null for one that has not. */
function aFailedPod(
  exits: Readonly<Record<string, number | null>>,
  conditions: readonly object[] = [],
): KubeObject {
  const containerStatuses = Object.entries(exits).map(([name, exitCode]) => ({
    name,
    restartCount: 0,
    state: exitCode === null ? {} : { terminated: { exitCode } },
  }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'test', uid: 'p', resourceVersion: '1', creationTimestamp: '' },
    status: { phase: 'Failed', containerStatuses, conditions },
  };
}

interface Case {
  readonly name: string;
  readonly rules: PodFailurePolicy['rules'];
  readonly pod: KubeObject;
  readonly expected: PodFailureVerdict;
}

const CASES: readonly Case[] = [
  {
    name: 'a failure that no rule matches counts',
    rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [5] } }],
    pod: aFailedPod({ main: 1 }),
    expected: { action: 'Count' },
  },
  {
    name: 'the first rule that matches decides, and tells what it matched',
    rules: [
      { action: 'Ignore', onExitCodes: { operator: 'In', values: [5] } },
      { action: 'FailJob', onExitCodes: { operator: 'In', values: [1, 2] } },
      { action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } },
    ],
    pod: aFailedPod({ main: 1 }),
    expected: {
      action: 'FailJob',
      message: 'Container main for pod test/p failed with exit code 1 matching FailJob rule at index 1',
    },
  },
  {
    name: 'a container that succeeded or still runs does not match NotIn',
    rules: [{ action: 'Ignore', onExitCodes: { operator: 'NotIn', values: [3] } }],
    pod: aFailedPod({ main: 3, helper: 0, other: null }),
    expected: { action: 'Count' },
  },
  {
    name: 'a rule for one container ignores the others',
    rules: [{ action: 'FailIndex', onExitCodes: { containerName: 'main', operator: 'In', values: [3] } }],
    pod: aFailedPod({ helper: 3, main: 1 }),
    expected: { action: 'Count' },
  },
  {
    name: 'a condition matches by type and status, True by default',
    rules: [{ action: 'FailJob', onPodConditions: [{ type: 'ConfigIssue' }] }],
    pod: aFailedPod({ main: 1 }, [{ type: 'ConfigIssue', status: 'True' }]),
    expected: {
      action: 'FailJob',
      message: 'Pod test/p has condition ConfigIssue matching FailJob rule at index 0',
    },
  },
  {
    name: 'a condition that is not so does not match',
    rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
    pod: aFailedPod({ main: 1 }, [{ type: 'DisruptionTarget', status: 'False' }]),
    expected: { action: 'Count' },
  },
];

for (const { name, rules, pod, expected } of CASES) {
  test(`podFailurePolicy: ${name}`, () => {
    assert.deepEqual(matchPodFailurePolicy({ rules }, pod), expected);
  });
}
