import { equalJson } from '../../lib/equal-json.ts';
import type { KubeObject } from '../cluster-types.ts';
import type { Checks, Unchecked } from './checks.ts';
import { defaultPodSpec, validatePodSpec } from './pod.ts';

export function defaultJob(object: KubeObject): KubeObject {
  const { spec, metadata } = object;
  if (typeof spec !== 'object' || spec === null) return object;
  const complete = defaultJobSpec(spec);
  if (spec.manualSelector === true || spec.selector !== undefined) return { ...object, spec: complete };
  const labels = {
    'batch.kubernetes.io/controller-uid': metadata.uid,
    'batch.kubernetes.io/job-name': metadata.name,
    'controller-uid': metadata.uid,
    'job-name': metadata.name,
  };
  const template = complete.template ?? {};
  const templateLabels = { ...template.metadata?.labels, ...labels };
  return {
    ...object,
    // A Job without labels takes those of its template.
    metadata: { ...metadata, labels: metadata.labels ?? templateLabels },
    spec: {
      ...complete,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': metadata.uid } },
      template: { ...template, metadata: { ...template.metadata, labels: templateLabels } },
    },
  };
}

/** Without completions and parallelism a Job is one run; with parallelism alone it is a work queue. */
export function defaultJobSpec(spec: Unchecked): Unchecked {
  const isSingle = isAbsent(spec.completions) && isAbsent(spec.parallelism);
  const template = spec.template?.spec
    ? { template: { ...spec.template, spec: defaultPodSpec(spec.template.spec) } }
    : {};
  return {
    ...(isSingle ? { completions: 1 } : {}),
    parallelism: 1,
    completionMode: 'NonIndexed',
    backoffLimit: isAbsent(spec.backoffLimitPerIndex) ? 6 : 2_147_483_647,
    suspend: false,
    podReplacementPolicy: isAbsent(spec.podFailurePolicy) ? 'TerminatingOrFailed' : 'Failed',
    ...spec,
    ...template,
  };
}

/** A Job's spec at a path: that of a Job, or of a CronJob's template. */
export function validateJobSpec(checks: Checks, path: string, spec: Unchecked): void {
  if (typeof spec !== 'object' || spec === null) return checks.required(path);
  for (const field of NOT_NEGATIVE) checks.atLeast(`${path}.${field}`, spec[field], 0);
  if (!isAbsent(spec.completionMode)) {
    checks.oneOf(`${path}.completionMode`, spec.completionMode, ['NonIndexed', 'Indexed']);
  }
  if (!isAbsent(spec.podReplacementPolicy)) {
    checks.oneOf(`${path}.podReplacementPolicy`, spec.podReplacementPolicy, [
      'Failed',
      'TerminatingOrFailed',
    ]);
  }
  validateIndexed(checks, path, spec);
  if (isAbsent(spec.template)) return checks.required(`${path}.template`);
  validatePodSpec(checks, `${path}.template.spec`, spec.template.spec, ['OnFailure', 'Never']);
  if (!isAbsent(spec.podFailurePolicy) && spec.template.spec?.restartPolicy !== 'Never') {
    checks.invalid(
      `${path}.template.spec.restartPolicy`,
      spec.template.spec?.restartPolicy,
      'only "Never" is supported when podFailurePolicy is specified',
    );
  }
}

const NOT_NEGATIVE = [
  'completions',
  'parallelism',
  'backoffLimit',
  'activeDeadlineSeconds',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];

function validateIndexed(checks: Checks, path: string, spec: Unchecked): void {
  const isIndexed = spec.completionMode === 'Indexed';
  if (isIndexed && isAbsent(spec.completions)) {
    checks.required(`${path}.completions`, 'when completion mode is Indexed');
  }
  if (!isIndexed && !isAbsent(spec.backoffLimitPerIndex)) {
    checks.invalid(
      `${path}.backoffLimitPerIndex`,
      spec.backoffLimitPerIndex,
      'requires indexed completion mode',
    );
  }
  if (!isAbsent(spec.maxFailedIndexes) && isAbsent(spec.backoffLimitPerIndex)) {
    checks.required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified');
  }
}

/** Fields of a Job that may not change; the template may while the Job is suspended and has not begun. */
export function validateJobUpdate(checks: Checks, before: KubeObject, after: KubeObject): void {
  const fields = ['selector', 'completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy'];
  if (before.spec.completionMode !== 'Indexed') fields.push('completions');
  const isBeforeStart = before.spec.suspend === true && before.status?.startTime === undefined;
  if (!isBeforeStart) fields.push('template');
  for (const field of fields) {
    if (!equalJson(before.spec[field], after.spec[field])) {
      checks.immutable(`spec.${field}`, after.spec[field] ?? null);
    }
  }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
