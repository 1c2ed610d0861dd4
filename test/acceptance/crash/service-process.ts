import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');
const READY = /Punctual is at (\S+)/;

/** The service as a process of its own, as `punctual start` runs it. */
export class ServiceProcess {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #listening = Promise.withResolvers<string>();
  #isUp = false;
  /** What it logged as an error. */
  readonly errors: string[] = [];

  constructor({ kubeconfig, dataDir }: { readonly kubeconfig: string; readonly dataDir: string }) {
    this.#process = spawn(
      process.execPath,
      `--disable-warning=ExperimentalWarning ${MAIN} start --port 0 --log-level error`
        .split(' ')
        .concat('--kubeconfig', kubeconfig, '--data-dir', dataDir),
      { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } },
    );
    this.#exited = once(this.#process, 'exit');
    this.#listening.promise.catch(() => undefined);
    void this.#exited.then(() => this.#listening.reject(new Error('the service ended')));
    createInterface({ input: this.#process.stdout! }).on('line', (line) => this.#read(line));
    createInterface({ input: this.#process.stderr! }).on('line', (line) => void this.errors.push(line));
  }

  /** Whether it has come to serve its API. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves to the API's URL once it is served; rejects when the process ends before. */
  get url(): Promise<string> {
    return this.#listening.promise;
  }

  /** Leaves it no time for anything. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null) throw new Error(`the service ended: ${this.errors.join('\n')}`);
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  #read(line: string): void {
    if (line.startsWith('{')) this.errors.push(line);
    const url = READY.exec(line)?.[1];
    if (url === undefined) return;
    this.#isUp = true;
    this.#listening.resolve(url);
  }
}
