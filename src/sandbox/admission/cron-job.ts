import type { KubeObject } from '../cluster-types.ts';
import type { Checks, Unchecked } from './checks.ts';
import { defaultJobSpec, validateJobSpec } from './job.ts';

/** 63 for the name of a Job less the 11 that the controller appends. */
const LONGEST_NAME = 52;

export function defaultCronJob(object: KubeObject): KubeObject {
  const { spec } = object;
  if (typeof spec !== 'object' || spec === null) return object;
  const template = spec.jobTemplate;
  return {
    ...object,
    spec: {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      ...spec,
      ...(template?.spec ? { jobTemplate: { ...template, spec: defaultJobTemplate(template.spec) } } : {}),
    },
  };
}

/** In a CronJob's template only the pod is completed; the rest waits for the Job itself. */
function defaultJobTemplate(spec: Unchecked): Unchecked {
  const { template } = defaultJobSpec(spec);
  return template === undefined ? spec : { ...spec, template };
}

/** What the API server refuses in a CronJob. `validateSchedule` knows the grammar and the zones. */
export function validateCronJob(
  checks: Checks,
  object: KubeObject,
  validateSchedule: (schedule: string, timeZone: string | null) => string | null,
): void {
  const { metadata, spec } = object;
  if (metadata.name.length > LONGEST_NAME) {
    checks.invalid('metadata.name', metadata.name, `must be no more than ${LONGEST_NAME} characters`);
  }
  if (typeof spec !== 'object' || spec === null) return checks.required('spec');
  validateTiming(checks, spec, validateSchedule);
  checks.oneOf('spec.concurrencyPolicy', spec.concurrencyPolicy, ['Allow', 'Forbid', 'Replace']);
  checks.atLeast('spec.startingDeadlineSeconds', spec.startingDeadlineSeconds, 0);
  checks.atLeast('spec.successfulJobsHistoryLimit', spec.successfulJobsHistoryLimit, 0);
  checks.atLeast('spec.failedJobsHistoryLimit', spec.failedJobsHistoryLimit, 0);
  validateJobSpec(checks, 'spec.jobTemplate.spec', spec.jobTemplate?.spec);
}

function validateTiming(
  checks: Checks,
  { schedule, timeZone }: Unchecked,
  validateSchedule: (schedule: string, timeZone: string | null) => string | null,
): void {
  if (typeof schedule !== 'string' || schedule === '') return checks.required('spec.schedule');
  if (/^(CRON_)?TZ=/.test(schedule)) {
    const where = typeof timeZone === 'string' ? 'cannot use both timeZone field and ' : 'cannot use ';
    return checks.invalid(
      'spec.schedule',
      schedule,
      `${where}TZ or CRON_TZ in schedule, use timeZone field instead`,
    );
  }
  const scheduleProblem = validateSchedule(schedule, null);
  if (scheduleProblem !== null) checks.invalid('spec.schedule', schedule, scheduleProblem);
  if (timeZone === undefined || timeZone === null) return;
  if (timeZone === '')
    return checks.invalid('spec.timeZone', timeZone, 'timeZone must be nil or non-empty string');
  if (scheduleProblem !== null) return;
  const zoneProblem = validateSchedule(schedule, timeZone);
  if (zoneProblem !== null) checks.invalid('spec.timeZone', timeZone, zoneProblem);
}
