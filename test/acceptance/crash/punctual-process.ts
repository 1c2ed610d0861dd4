import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');
const READY = /(?:Punctual|The sandbox) is at (\S+)/;

/**
 * `punctual` as a process of its own, listening on any free port. What Node compiled is kept for the next ones,
 * which are quicker by it, once one of them was stopped: a process that is killed keeps nothing.
 */
export class PunctualProcess {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #listening = Promise.withResolvers<string>();
  #isReady = false;
  /** What it logged as an error. */
  readonly errors: string[] = [];

  private constructor(dataDir: string, command: 'start' | 'sandbox', more: readonly string[]) {
    const args = [MAIN, command, '--port', '0', '--log-level', 'error', '--data-dir', dataDir, ...more];
    this.#process = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: `${dataDir}/compiled` },
    });
    this.#exited = once(this.#process, 'exit');
    this.#listening.promise.catch(() => undefined);
    void this.#exited.then(() => this.#listening.reject(new Error('the process ended')));
    createInterface({ input: this.#process.stdout! }).on('line', (line) => this.#read(line));
    createInterface({ input: this.#process.stderr! }).on('line', (line) => void this.errors.push(line));
  }

  /** `punctual start` for the cluster of a kubeconfig, with more flags. */
  static service(dataDir: string, kubeconfig: string, more: readonly string[] = []): PunctualProcess {
    return new PunctualProcess(dataDir, 'start', ['--kubeconfig', kubeconfig, ...more]);
  }

  /** `punctual sandbox`, which writes its kubeconfig to the data directory. */
  static sandbox(dataDir: string): PunctualProcess {
    return new PunctualProcess(dataDir, 'sandbox', []);
  }

  /** Whether `ready` was waited for, and came. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Resolves to the URL once it is served; rejects when the process ends before. */
  get url(): Promise<string> {
    return this.#listening.promise;
  }

  /** Of a service: resolves when everything that was listed at its start was looked at. */
  async ready(): Promise<void> {
    const url = await this.url;
    while (!(await fetch(`${url}/readyz`)).ok) await sleep(20);
    this.#isReady = true;
  }

  /** As an operator does. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.#exited;
  }

  /** Leaves it no time for anything. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null) throw new Error(`the process ended: ${this.errors.join('\n')}`);
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  #read(line: string): void {
    if (line.startsWith('{')) this.errors.push(line);
    const url = READY.exec(line)?.[1];
    if (url !== undefined) this.#listening.resolve(url);
  }
}
