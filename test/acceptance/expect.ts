import type { Alert } from '../../src/api/contract/alert.ts';
import type { Execution } from '../../src/api/contract/execution.ts';
import type { ReceivedMessage } from '../../src/sandbox/receiver.ts';
import type { Check } from './timeline.ts';

/** The CronJob's executions, oldest first, are exactly these, each as far as it is described. */
export function executions(cronJob: string, expected: readonly Partial<Execution>[]): Check {
  return async (world) => compare((await world.executions(cronJob)).toReversed(), expected, 'executions');
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
