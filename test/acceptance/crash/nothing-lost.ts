import assert from 'node:assert/strict';
import type { ReceivedMessage } from '../../../src/sandbox/receiver.ts';
import type { FinishedJob } from './finished-jobs.ts';
import type { Ledger } from './ledger.ts';

/** Every run is recorded once, every alert that the runs demand was raised once, and told in its order. */
export function expectNothingLost(
  ledger: Ledger,
  jobs: readonly FinishedJob[],
  messages: readonly ReceivedMessage[],
): void {
  everyRunIsRecordedOnce(ledger, jobs);
  alertsAreWhatTheRunsDemand(ledger, jobs);
  everyAlertWasTold(ledger, messages);
}

function everyRunIsRecordedOnce({ executions }: Ledger, jobs: readonly FinishedJob[]): void {
  const recorded = executions.map(({ id, status, exitCode }) => `${id} ${status} ${exitCode}`);
  const wanted = jobs.map(({ uid, outcome, exitCode }) => `${uid} ${outcome} ${exitCode}`);
  assert.deepEqual(recorded.sort(), wanted.sort());
}

/** Failures in a row are one alert; it is active when nothing followed them. */
function alertsAreWhatTheRunsDemand({ alerts }: Ledger, jobs: readonly FinishedJob[]): void {
  const wanted = [...Map.groupBy(jobs, ({ cronJob }) => cronJob).values()].flatMap(demandedAlerts);
  const seen = alerts.map(({ jobName, occurrences, active }) => `${jobName} ${occurrences} ${active}`);
  assert.deepEqual(seen.sort(), wanted.sort());
}

/** Of one CronJob: `<last failed Job> <failures> <active>`. */
function demandedAlerts(jobs: readonly FinishedJob[]): string[] {
  const alerts: string[] = [];
  let failures = 0;
  const inOrder = jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const [index, { name, outcome }] of inOrder.entries()) {
    failures = outcome === 'failed' ? failures + 1 : 0;
    const next = inOrder[index + 1];
    if (failures > 0 && next?.outcome !== 'failed') alerts.push(`${name} ${failures} ${next === undefined}`);
  }
  return alerts;
}

/** Beginning and end reached the receiver, in this order; what came again came as the same message. */
function everyAlertWasTold({ alerts }: Ledger, messages: readonly ReceivedMessage[]): void {
  const byKey = Map.groupBy(messages, ({ idempotencyKey }) => idempotencyKey ?? '');
  for (const { jobName, active, deliveries } of alerts) {
    // A further failure is not told while the message about the one before is still on its way.
    const told = deliveries.filter(({ state }) => state !== 'untold');
    const events = told.map(({ event, state }) => `${event} ${state}`);
    const end = active ? [] : ['resolved sent'];
    assert.deepEqual(
      events,
      [...events.slice(0, events.length - end.length).fill('firing sent'), ...end],
      `of the alert about ${jobName}`,
    );
    assert.equal(events[0], 'firing sent', `of the alert about ${jobName}`);
    const received = told.map(({ id }) => messages.findIndex(({ idempotencyKey }) => idempotencyKey === id));
    assert.ok(!received.includes(-1), `a message about ${jobName} is marked as sent and never came`);
    assert.deepEqual(
      received,
      received.toSorted((a, b) => a - b),
      `the end of ${jobName} came first`,
    );
    for (const { id } of told) {
      for (const { body } of byKey.get(id)!) assert.deepEqual(body, byKey.get(id)![0]!.body);
    }
  }
  const known = new Set(alerts.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)));
  assert.deepEqual(
    [...byKey.keys()].filter((key) => !known.has(key)),
    [],
    'messages that no alert sent',
  );
}
