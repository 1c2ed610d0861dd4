import { toChannelSpec } from '../src/alert/channel-spec.ts';
import type { Delivery, Digest, MessageContext } from '../src/alert/delivery.ts';
import { joinMessages } from '../src/alert/join-messages.ts';
import { HOUR, MINUTE } from '../src/lib/duration.ts';
import { testDelivery } from '../src/notify/test-delivery.ts';
import { toRequest } from '../src/notify/to-request.ts';
import { aDelivery, aMessageContext } from '../src/notify/testing.ts';

/** The body of a message of each kind, as it goes over the wire: name of the golden file -> its JSON. */
export function goldenMessages(): ReadonlyMap<string, unknown> {
  const files = new Map<string, unknown>();
  for (const [type, source] of Object.entries(CHANNELS)) {
    const parsed = toChannelSpec(source);
    if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.problems));
    for (const [kind, message] of Object.entries(MESSAGES)) {
      const options = { publicUrl: 'https://punctual.example', signingSecret: null, template: null };
      const made = toRequest(parsed.spec, message, options);
      if (made.kind === 'failed') throw new Error(made.reason);
      files.set(`${type}-${kind}.json`, JSON.parse(made.request.body));
    }
  }
  return files;
}

const SECRET = { name: 'hook', namespace: 'ops', key: 'url' };
const CHANNELS = {
  chat: { type: 'chat', chat: { webhookSecretRef: SECRET, defaultChannel: '#cron' } },
  webhook: { type: 'webhook', webhook: { urlSecretRef: SECRET } },
};

const { at: AT } = aMessageContext();

const ALARM = aMessageContext({
  title: 'nightly-backup failed: exit code 3 (Error)',
  suggestedFix: 'Look at the end of the log: the volume is full.',
  logs: 'connecting to db-0\ndumping 41 tables\nwrite /backup/db.sql: no space left on device',
  events:
    'Warning BackoffLimitExceeded Job/nightly-backup-29400000: Job has reached the specified backoff limit',
});
const MISSED = aMessageContext({
  alertId: 'alert-2',
  type: 'deadManSwitch',
  reason: 'MissedSchedule',
  title: 'hourly-report missed its schedule',
  message: 'No run has started since 2026-11-21T01:00:00Z; one was due at 02:00.',
  cronJobName: 'hourly-report',
  jobName: '',
  schedule: '0 * * * *',
  exitCode: null,
  attempts: 0,
  logs: '',
});
const SLOW = aMessageContext({
  alertId: 'alert-3',
  type: 'slaViolation',
  reason: 'MaxDuration',
  severity: 'warning',
  title: 'sync takes longer than 10m',
  message: 'Job sync-29400000 runs since 12m.',
  namespace: 'crm',
  cronJobName: 'sync',
  jobName: 'sync-29400000',
  exitCode: null,
  attempts: 1,
  logs: '',
});
const RECOVERY = aMessageContext({
  event: 'resolved',
  title: 'Resolved: nightly-backup failed: exit code 3 (Error)',
  message:
    'Job nightly-backup-29401440 succeeded. It was: Job nightly-backup-29400000 failed: exit code 3 (Error).',
  jobName: 'nightly-backup-29401440',
  at: AT + 26 * HOUR,
  resolvedAt: AT + 26 * HOUR,
  exitCode: 0,
  attempts: 1,
  logs: '',
});
/** What a program may print to deceive whoever reads it. */
const HOSTILE = aMessageContext({
  title: 'evil failed: <!channel> @here',
  message: 'a < b && c > d \u202egnp.exe',
  cronJobName: 'evil',
  suggestedFix: '```<!everyone>',
  logs: '```\n<!channel> <@U123> @everyone\n{{ .Secret }} ${jndi:ldap://x}\n\u0000\u001b[31mred\u001b[0m\r\n',
});

const MESSAGES: Readonly<Record<string, Delivery | Digest>> = {
  alarm: deliver(ALARM),
  missed: deliver(MISSED),
  warning: deliver(SLOW),
  recovery: deliver(RECOVERY),
  hostile: deliver(HOSTILE),
  test: testDelivery('team', AT),
  digest: join([ALARM, MISSED, SLOW, { ...RECOVERY, alertId: 'alert-4', cronJobName: 'weekly' }], null),
  storm: join(
    Array.from({ length: 40 }, (_, index) =>
      aMessageContext({
        alertId: `storm-${index}`,
        title: `job-${index} failed: Evicted`,
        namespace: index % 2 === 0 ? 'shop' : 'crm',
        cronJobName: `job-${index}`,
        logs: '',
      }),
    ),
    'node/worker-3',
  ),
  'hostile-digest': join([HOSTILE, SLOW], null),
};

function deliver(context: MessageContext): Delivery {
  return aDelivery({ id: `delivery-${context.alertId}`, context });
}

function join(contexts: readonly MessageContext[], cause: string | null): Digest {
  const members = contexts.map((context) => ({ id: `delivery-${context.alertId}`, context }));
  return joinMessages('team', members, cause, AT + MINUTE);
}
