import type { Delivery } from '../alert/delivery.ts';
import { fingerprint } from '../lib/fingerprint.ts';

/** A message that says that it is a test. It stands in no outbox. */
export function testDelivery(channel: string, now: number): Delivery {
  const alertId = fingerprint('test', channel, String(now));
  return {
    id: fingerprint(alertId, channel, 'test'),
    alertId,
    channel,
    event: 'test',
    createdAt: now,
    state: 'pending',
    nextAttemptAt: now,
    attempts: 0,
    sentAt: null,
    lastError: null,
    heldUntil: null,
    why: null,
    commonCause: null,
    context: {
      alertId,
      event: 'test',
      type: 'failure',
      reason: 'Test',
      severity: 'info',
      title: `Test alert for channel ${channel}`,
      message: 'This is a test: nothing is wrong, and alerts would reach you this way.',
      namespace: '',
      cronJobName: '',
      jobName: '',
      at: now,
      openedAt: now,
      resolvedAt: null,
      schedule: '',
      exitCode: null,
      attempts: 0,
      suggestedFix: '',
      logs: '',
      events: '',
    },
  };
}
