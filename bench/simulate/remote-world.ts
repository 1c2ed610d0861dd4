import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorldState } from './lived-world.ts';
import type { WorldPlan } from './world-plan.ts';
import type { WorldReply, WorldRequest } from './world-thread.ts';

/** A `LivedWorld` in a thread of its own. One thing is asked of it at a time. */
export class RemoteWorld implements AsyncDisposable {
  readonly #thread: Worker;
  readonly kubeconfig: string;
  readonly #asked: Int32Array;
  #failed = false;

  private constructor(thread: Worker, kubeconfig: string, asked: Int32Array) {
    this.#thread = thread;
    thread.on('error', () => void (this.#failed = true));
    this.kubeconfig = kubeconfig;
    this.#asked = asked;
  }

  static async open(plan: WorldPlan): Promise<RemoteWorld> {
    const thread = new Worker(new URL('world-thread.ts', import.meta.url), {
      workerData: plan,
      // Objects of the cluster live for seconds: more room for the young spares the collector much copying.
      resourceLimits: { maxYoungGenerationSizeMb: 192 },
    });
    const [reply] = (await once(thread, 'message')) as [WorldReply];
    if (reply.kind !== 'opened') throw new Error(`the world answered ${reply.kind} to its opening`);
    return new RemoteWorld(thread, reply.kubeconfig, reply.asked);
  }

  async advanceTo(at: number): Promise<WorldState> {
    const reply = await this.#ask({ kind: 'advanceTo', at });
    if (reply.kind !== 'state') throw new Error(`the world answered ${reply.kind} to its time`);
    return reply.state;
  }

  /** Whether the service has asked nothing of the cluster since: then it changed nothing there. */
  isUntouchedSince({ asked }: WorldState): boolean {
    return Atomics.load(this.#asked, 0) === asked;
  }

  async cut(): Promise<void> {
    await this.#ask({ kind: 'cut' });
  }

  async reconnect(): Promise<void> {
    await this.#ask({ kind: 'reconnect' });
  }

  /** A thread that failed has told so by what was asked of it. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#failed) await this.#ask({ kind: 'end' });
    await this.#thread.terminate();
  }

  /** Rejects with what the thread failed of. */
  async #ask(request: WorldRequest): Promise<WorldReply> {
    const answered = once(this.#thread, 'message') as Promise<[WorldReply]>;
    this.#thread.postMessage(request);
    const [reply] = await answered;
    return reply;
  }
}
