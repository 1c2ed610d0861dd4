import type { Clock } from '../lib/clock.ts';
import { MINUTE } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import type { SecretText } from '../lib/secret-text.ts';
import type { Outlet } from './outlet.ts';
import { sendRequest } from './send-request.ts';

export interface HeartbeatOptions {
  /** Of a dead man's switch elsewhere: it raises the alarm when the calls stop. */
  readonly url: SecretText;
  readonly outlet: Outlet;
  readonly clock: Clock;
  readonly log: Log;
  /** Why the service cannot be trusted at the moment, in words; empty when all is well. */
  readonly problems: () => Promise<readonly string[]>;
}

/**
 * Watches the watcher: calls a URL once a minute, but only while everything that makes alerts
 * trustworthy is well. Whoever is behind the URL then knows of a service that is down, blind or stuck.
 */
export class Heartbeat implements AsyncDisposable {
  readonly #options: HeartbeatOptions;
  #cancel: (() => void) | null = null;
  #beating: Promise<void> | null = null;
  #stopped = false;
  #lastBeatAt: number | null = null;
  #silentBecause = '';

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** When a call was last answered with 2xx; null before the first. */
  get lastBeatAt(): number | null {
    return this.#lastBeatAt;
  }

  /** The first call is made at once. */
  start(): void {
    if (this.#beating === null && this.#cancel === null) this.#beat();
  }

  /** Whether no call is on its way. */
  idle(): boolean {
    return this.#beating === null;
  }

  /** Waits for the call that is on its way, and makes no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#beating;
    await this.#options.outlet.dispatcher.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #beat(): void {
    const { clock, log } = this.#options;
    const startedAt = clock.now();
    this.#beating = this.#callIfWell()
      .catch((error: unknown) => log.warn({ err: error }, 'the heartbeat could not be decided'))
      .finally(() => {
        this.#beating = null;
        if (this.#stopped) return;
        this.#cancel = clock.setTimer(startedAt + MINUTE, () => this.#beat());
      });
  }

  async #callIfWell(): Promise<void> {
    const { url, outlet, clock, problems } = this.#options;
    const found = await problems();
    if (found.length > 0) return this.#note(found.join('; '));
    const request = { method: 'GET', headers: {}, body: null } as const;
    const outcome = await sendRequest(url.reveal(), request, { outlet, now: clock.now() });
    if (outcome.kind !== 'delivered') return this.#note(outcome.reason);
    this.#lastBeatAt = clock.now();
    this.#note('');
  }

  /** Once for each change: a state that lasts for hours is one line. */
  #note(silentBecause: string): void {
    if (silentBecause === this.#silentBecause) return;
    this.#silentBecause = silentBecause;
    const { log } = this.#options;
    if (silentBecause === '') log.info({}, 'the heartbeat goes out again');
    else log.warn({ why: silentBecause }, 'the heartbeat did not go out');
  }
}
