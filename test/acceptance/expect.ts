import type { Alert } from '../../src/api/contract/alert.ts';
import type { Execution } from '../../src/api/contract/execution.ts';
import type { ReceivedMessage } from '../../src/sandbox/receiver.ts';
import type { Check } from './timeline.ts';

/** The CronJob's executions, oldest first, are exactly these, each as far as it is described. */
export function executions(cronJob: string, expected: readonly Partial<Execution>[]): Check {
  return async (world) => compare((await world.executions(cronJob)).toReversed(), expected, 'executions');
}

/** What is kept of the CronJob's only run, as far as it is described; lists have their items in the same order. */
export function onlyRun(cronJob: string, expected: object): Check {
  return async (world) => {
    const runs = await world.executions(cronJob);
    if (runs.length !== 1) return `there were ${runs.length} runs`;
    return compareParts(await world.execution(runs[0]!.id), expected);
  };
}

/** The CronJob's detail is as far as it is described. */
export function cronJobDetail(cronJob: string, expected: object): Check {
  return async (world) => compareParts(await world.cronJob(cronJob), expected);
}

/** Lists have the expected items in the same order; texts may be given as patterns. */
function compareParts(seen: unknown, expected: object): string | null {
  return fitsPart(seen, expected) ? null : `it was ${JSON.stringify(seen)}`;
}

function fitsPart(seen: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return typeof seen === 'string' && expected.test(seen);
  if (Array.isArray(expected)) {
    if (!Array.isArray(seen) || seen.length !== expected.length) return false;
    return expected.every((part, index) => fitsPart(seen[index], part));
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(seen, expected);
  if (typeof seen !== 'object' || seen === null) return false;
  return Object.entries(expected).every(([field, part]) => fitsPart(Reflect.get(seen, field), part));
}

/** All alerts, oldest first, ended ones too. */
export function alerts(expected: readonly Partial<Alert>[]): Check {
  return async (world) => compare((await world.alerts()).toReversed(), expected, 'alerts');
}

/** The fields of a default webhook body that tests look at. */
export interface WebhookMessage {
  readonly status: string;
  readonly cronJobName: string;
  readonly jobName: string;
  readonly severity: string;
  readonly exitCode: number | null;
  readonly logs: string;
  readonly attempts: number;
}

/** What the webhook channel has delivered so far, oldest first. */
export function webhookMessages(channel: string, expected: readonly Partial<WebhookMessage>[]): Check {
  return async (world) => {
    const bodies = world
      .messages()
      .filter(on(channel))
      .map(({ body }) => body as WebhookMessage);
    return compare(bodies, expected, `messages on ${channel}`);
  };
}

/** How many messages the channel has delivered so far. */
export function messageCount(channel: string, count: number): Check {
  return async (world) => {
    const seen = world.messages().filter(on(channel)).length;
    return seen === count ? null : `${seen} messages came on ${channel}`;
  };
}

function on(channel: string): (message: ReceivedMessage) => boolean {
  return ({ path }) => path === `/${channel}`;
}

function compare<T extends object>(
  seen: readonly T[],
  expected: readonly Partial<T>[],
  what: string,
): string | null {
  const fits =
    seen.length === expected.length &&
    expected.every((part, index) =>
      Object.entries(part).every(([field, value]) => Object.is(Reflect.get(seen[index]!, field), value)),
    );
  return fits ? null : `${what} were ${JSON.stringify(seen.map((item) => pick(item, expected)))}`;
}

/** Only what is compared, so that a failure can be read. */
function pick<T extends object>(item: T, expected: readonly Partial<T>[]): object {
  const fields = new Set(expected.flatMap((part) => Object.keys(part)));
  if (fields.size === 0) return item;
  return Object.fromEntries([...fields].map((field) => [field, Reflect.get(item, field)]));
}
