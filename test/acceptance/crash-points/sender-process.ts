// A process that raises alerts as fast as they go out, with the real store, outbox and channels, until it
// is killed or kills itself; `drain` raises none and ends when everything is sent.
// sender-process.ts <options as JSON>
import { flushCompileCache } from 'node:module';
import { anAlert } from '../../../src/alert/testing.ts';
import type { RateLimiting } from '../../../src/alert/channel-spec.ts';
import { DeniedNetworks } from '../../../src/lib/denied-networks.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { SecretText } from '../../../src/lib/secret-text.ts';
import { Channels } from '../../../src/notify/channels.ts';
import { Outbox } from '../../../src/notify/outbox.ts';
import { aDelivery, aMessageContext } from '../../../src/notify/testing.ts';
import { openStore, type Store, type StoreLocation } from '../../../src/store/store.ts';
import { aCronJob } from '../../conformance/store/builders.ts';
import { type CrashPoint, CrashPlan } from './crash-plan.ts';

export interface SenderOptions {
  readonly database: StoreLocation;
  readonly receiverUrl: string;
  readonly crashAt: CrashPoint | null;
  /** At its how many-th time. */
  readonly nth: number;
  readonly drain: boolean;
  /** Whether an alert is raised only when those before it were sent. */
  readonly oneByOne: boolean;
  readonly rateLimiting: RateLimiting;
}

// A process that is killed keeps nothing of what it compiled unless it is told to.
flushCompileCache();
const options = JSON.parse(process.argv[2]!) as SenderOptions;
const plan = new CrashPlan(options.crashAt, options.nth);
const store = await openStore({ ...options.database, log: silentLog });
const channels = new Channels({
  store: store.channels,
  cluster: {
    readSecretValue: async () => ({ kind: 'found', value: new SecretText(options.receiverUrl) }),
    patchStatus: async () => {},
  },
  secrets: { watch: () => async () => {} },
  clock: systemClock,
  log: silentLog,
  publicUrl: 'http://punctual.test',
  network: { denied: new DeniedNetworks([]), extraCa: null },
  onReady: async () => {},
});
channels.onChange({
  kind: 'added',
  next: {
    uid: 'hook',
    name: 'hook',
    generation: 1,
    spec: {
      type: 'webhook',
      webhook: {
        urlSecretRef: { name: 's', namespace: 'n', key: 'k' },
        rateLimiting: options.rateLimiting,
      },
    },
  },
});
const outbox = new Outbox({
  store: {
    ...store.deliveries,
    claimDue: (...claim) => plan.around('claim', () => store.deliveries.claimDue(...claim)),
    markSent: (...sent) => plan.around('mark', () => store.deliveries.markSent(...sent)),
  },
  digests: {
    ...store.digests,
    joinDue: (...due) => plan.around('join', () => store.digests.joinDue(...due)),
  },
  sender: {
    send: (message) => plan.around('send', () => channels.send(message)),
    rateLimiting: (channel) => channels.rateLimiting(channel),
    messagesWait: (channel) => channels.messagesWait(channel),
  },
  counters: store.channels,
  clock: systemClock,
  log: silentLog,
});
outbox.start();
process.stdout.write('started\n');
if (options.drain) await drain();
else await raise(store);

/** Each alert with its message in one transaction, as the monitor writes them. */
async function raise(store: Store): Promise<never> {
  const known = { nextRunAt: null, windowDays: 7, observedAt: Date.now() };
  const cronJobId = await store.cronJobs.upsert(aCronJob(), known);
  let { total } = await store.alerts.list({ limit: 1, offset: 0 });
  for (; ; total += 1) {
    const now = Date.now();
    const id = `alert-${total}`;
    const context = aMessageContext({ alertId: id, at: now, openedAt: now });
    await plan.around('raise', () =>
      store.transaction(
        async (tx) => {
          // Ended at once, since only one alert of a cause is open at a time.
          await tx.alerts.insert(cronJobId, anAlert({ id, openedAt: now, resolvedAt: now }));
          await tx.deliveries.insert([
            aDelivery({
              id: `message-${total}`,
              channel: 'hook',
              context,
              createdAt: now,
              nextAttemptAt: now,
            }),
          ]);
        },
        { durable: true },
      ),
    );
    outbox.wake();
    do await new Promise((resolve) => setTimeout(resolve, 2));
    while (options.oneByOne && !outbox.idle());
  }
}

async function drain(): Promise<void> {
  for (;;) {
    const waiting = await store.deliveries.queues(Date.now(), []);
    if (waiting.length === 0 && outbox.idle()) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await outbox.stop();
  await channels.stop();
  await store.close();
}
