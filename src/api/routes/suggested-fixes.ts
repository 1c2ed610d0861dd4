import type { Problem } from '../../lib/check-value.ts';
import type { CapturedEvent, CapturedLog } from '../../execution/evidence.ts';
import { BUILT_IN_FIXES } from '../../rule/built-in-fixes.ts';
import { type FailureFacts, failureFacts, UNKNOWN_FAILURE } from '../../rule/failure-facts.ts';
import { type FixPattern, readFixPattern } from '../../rule/fix-pattern.ts';
import { toMonitorSpec } from '../../rule/monitor-spec.ts';
import { type FixPatterns, fixesFor } from '../../rule/suggested-fix.ts';
import type { StoredExecutionDetail } from '../answer/execution.ts';
import { toBuiltInFix, toMatchingFix } from '../answer/suggested-fix.ts';
import type { AppInstance } from '../app-instance.ts';
import { BuiltInFixList, SuggestedFixResult, SuggestedFixTest } from '../contract/suggested-fix.ts';
import type { MonitorName } from '../contract/monitor-name.ts';
import { RequestError } from '../errors.ts';
import type { KnownCronJobs } from '../known-cron-jobs.ts';

/** Where a run is found, with what is known of it. */
export interface FailedRunReader {
  readonly executions: { get(jobUid: string): Promise<StoredExecutionDetail | null> };
  readonly evidence: {
    logsOf(jobUid: string): Promise<readonly CapturedLog[]>;
    eventsOf(jobUid: string): Promise<readonly CapturedEvent[]>;
  };
}

/** Where monitors are found, with their specs as users wrote them. */
export interface FixPatternReader {
  readonly knownCronJobs: KnownCronJobs;
  readonly monitors: {
    get(namespace: string, name: string): Promise<{ readonly spec: unknown } | null>;
    ofCronJob(cronJobId: number): Promise<readonly MonitorName[]>;
  };
}

/** What the routes of suggested fixes call. */
export type SuggestedFixPorts = FailedRunReader & FixPatternReader;

/** The built-in fixes, and the tester of patterns. */
export function suggestedFixRoutes(app: AppInstance, ports: SuggestedFixPorts): void {
  app.get(
    '/suggested-fixes',
    { schema: { summary: 'List the built-in suggested fixes', response: { 200: BuiltInFixList } } },
    async () => ({ items: BUILT_IN_FIXES.map(toBuiltInFix) }),
  );

  app.post(
    '/suggested-fixes/test',
    {
      schema: {
        summary: 'Tell what would be suggested for a failure',
        body: SuggestedFixTest,
        response: { 200: SuggestedFixResult },
      },
    },
    async ({ body }) => {
      const draft = body.pattern === undefined ? null : readDraft(body.pattern);
      const run = body.executionId === undefined ? null : await readRun(ports, body.executionId);
      const saved = await readPatterns(ports, body, run);
      const facts = toFacts(body, run?.facts ?? UNKNOWN_FAILURE);
      const own =
        draft === null ? saved : [{ source: { kind: 'draft' }, patterns: [draft] } as const, ...saved];
      const matches = Array.from(fixesFor(facts, own), toMatchingFix);
      const conditions = (draft?.conditions ?? []).map((condition) => ({
        field: condition.field,
        holds: condition.holds(facts),
      }));
      return { fix: matches[0] ?? null, matches, conditions };
    },
  );
}

interface Run {
  readonly namespace: string;
  readonly cronJobName: string;
  readonly facts: FailureFacts;
}

async function readRun({ executions, evidence }: FailedRunReader, id: string): Promise<Run> {
  const [execution, logs, events] = await Promise.all([
    executions.get(id),
    evidence.logsOf(id),
    evidence.eventsOf(id),
  ]);
  if (execution === null) throw new RequestError('not_found', `There is no execution ${id}.`, { id });
  const { namespace, cronJobName } = execution;
  const facts = failureFacts({ namespace, cronJobName, execution, logs, events });
  if (facts === null) {
    throw new RequestError('bad_request', 'The field executionId must be of a run that failed.', {
      field: 'executionId',
    });
  }
  return { namespace, cronJobName, facts };
}

/** Of the monitor that the request names, else of those that select the run's CronJob. */
async function readPatterns(
  { monitors, knownCronJobs }: FixPatternReader,
  { monitor }: SuggestedFixTest,
  run: Run | null,
): Promise<readonly FixPatterns[]> {
  if (monitor !== undefined) {
    const [namespace, name] = monitor.split('/') as [string, string];
    return [await patternsOf(monitors, { namespace, name })];
  }
  if (run === null) return [];
  const cronJob = await knownCronJobs.find(run.namespace, run.cronJobName);
  const names = cronJob === null ? [] : await monitors.ofCronJob(cronJob.id);
  return Promise.all(names.map((name) => patternsOf(monitors, name)));
}

async function patternsOf(
  monitors: FixPatternReader['monitors'],
  { namespace, name }: MonitorName,
): Promise<FixPatterns> {
  const monitor = await monitors.get(namespace, name);
  if (monitor === null) {
    throw new RequestError('not_found', `There is no monitor ${namespace}/${name}.`, { namespace, name });
  }
  const parsed = toMonitorSpec(monitor.spec);
  if (parsed.kind === 'invalid') {
    const problems = parsed.problems.map(({ field, message }) => `${field} ${message}`);
    throw new RequestError(
      'bad_request',
      `The monitor ${namespace}/${name} is not valid: ${problems.join('; ')}.`,
      { field: 'monitor' },
    );
  }
  const patterns = parsed.spec.alerting.suggestedFixPatterns;
  return { source: { kind: 'monitor', namespace, name }, patterns };
}

function readDraft(source: NonNullable<SuggestedFixTest['pattern']>): FixPattern {
  const problems: Problem[] = [];
  const pattern = readFixPattern({ ...source, priority: source.priority ?? 0 }, (field, message) =>
    problems.push({ field: `pattern.${field}`, message }),
  );
  if (pattern !== null) return pattern;
  const { field, message } = problems[0]!;
  throw new RequestError('bad_request', `The field ${field} ${message}.`, { field });
}

/** What the request gives, else what the run tells; the names of a failure that is made up are left open. */
function toFacts({ exitCode, reason, log, events }: SuggestedFixTest, run: FailureFacts): FailureFacts {
  return {
    ...run,
    ...(exitCode !== undefined && { exitCode, signal: null }),
    ...(reason !== undefined && { reasons: [reason] }),
    ...(log !== undefined && { log }),
    ...(events !== undefined && { events }),
  };
}
