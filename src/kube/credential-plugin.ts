import { execFile } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import type { Clock } from '../lib/clock.ts';

/** The `exec` section of a kubeconfig's user. */
export interface CredentialPluginSpec {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly installHint: string;
  /** Tells of the cluster; null where the plugin is not told, having no `provideClusterInfo`. */
  readonly cluster: (() => Promise<Readonly<Record<string, unknown>>>) | null;
}

export interface PluginCredential {
  readonly token: string | null;
  /** PEM. */
  readonly certificate: string | null;
  readonly key: string | null;
  /** Null: good until the server refuses it. */
  readonly expiresAt: number | null;
}

/** A credential this close to its expiry is asked for anew. */
const RENEW_BEFORE_MS = 10_000;
/** Nobody is there to answer a prompt, and a plugin may wait for one forever. */
const LONGEST_RUN_MS = 60_000;

/**
 * Runs a client-go credential plugin (`aws eks get-token`, `gke-gcloud-auth-plugin`…) and keeps what
 * it gives until shortly before its expiry, or until `forget`. Calls at the same time share one run.
 */
export class CredentialPlugin {
  readonly #spec: CredentialPluginSpec;
  readonly #directory: string;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #clock: Pick<Clock, 'now'>;
  #credential: PluginCredential | undefined;
  #running: Promise<PluginCredential> | undefined;

  /** `directory` is the kubeconfig's: a command with a slash in it is relative to it. */
  constructor(
    spec: CredentialPluginSpec,
    directory: string,
    env: Readonly<Record<string, string | undefined>>,
    clock: Pick<Clock, 'now'>,
  ) {
    this.#spec = spec;
    this.#directory = directory;
    this.#env = env;
    this.#clock = clock;
  }

  /** Rejects with the plugin's own words when it fails or answers anything but a credential. */
  credential(): Promise<PluginCredential> {
    const known = this.#credential;
    if (known && (known.expiresAt === null || known.expiresAt - this.#clock.now() > RENEW_BEFORE_MS)) {
      return Promise.resolve(known);
    }
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  forget(): void {
    this.#credential = undefined;
  }

  async #run(): Promise<PluginCredential> {
    const { apiVersion, command, args, installHint } = this.#spec;
    const path = command.includes('/') ? resolve(this.#directory, command) : command;
    try {
      this.#credential = toCredential(await output(path, args, await this.#environment()), apiVersion);
      return this.#credential;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const hint = installHint ? `\n${installHint}` : '';
      throw new Error(`credential plugin ${command}: ${problem}${hint}`, { cause: error });
    }
  }

  async #environment(): Promise<NodeJS.ProcessEnv> {
    const cluster = await this.#spec.cluster?.();
    const info = {
      apiVersion: this.#spec.apiVersion,
      kind: 'ExecCredential',
      spec: { interactive: false, ...(cluster && { cluster }) },
    };
    return {
      ...this.#env,
      ...Object.fromEntries(this.#spec.env.map(({ name, value }) => [name, value])),
      KUBERNETES_EXEC_INFO: JSON.stringify(info),
    };
  }
}

function output(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((done, fail) => {
    const limits = { timeout: LONGEST_RUN_MS, maxBuffer: 1024 * 1024 };
    const child = execFile(command, args, { env, ...limits }, (error, stdout, stderr) => {
      if (!error) done(stdout);
      else if (error.code === 'ENOENT') fail(new Error(`not found (PATH ${pathOf(env)})`));
      else if (error.killed) fail(new Error(`did not end within ${LONGEST_RUN_MS / 1_000} s`));
      else fail(new Error(stderr.trim().slice(0, 500) || `ended with ${error.code ?? error.signal}`));
    });
    child.stdin?.end();
  });
}

function pathOf(env: NodeJS.ProcessEnv): string {
  return (env['PATH'] ?? '').split(delimiter).join(' ') || 'is empty';
}

/** What is wrong is told without what was printed: that may be a token. */
function toCredential(text: string, apiVersion: string): PluginCredential {
  const { apiVersion: answered, status } = parse(text);
  if (answered !== apiVersion)
    throw new Error(`answered with apiVersion ${answered}, asked was ${apiVersion}`);
  const credential = {
    token: status?.token || null,
    certificate: status?.clientCertificateData || null,
    key: status?.clientKeyData || null,
    expiresAt: expiryOf(status?.expirationTimestamp),
  };
  if (!credential.token && !credential.certificate) throw new Error('gave neither a token nor a certificate');
  if (!credential.certificate !== !credential.key)
    throw new Error('gave a certificate or a key without the other');
  return credential;
}

interface ExecCredential {
  readonly apiVersion?: string;
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    readonly expirationTimestamp?: string;
  };
}

function parse(text: string): ExecCredential {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below, without the text.
  }
  throw new Error('its output is no ExecCredential in JSON');
}

function expiryOf(timestamp: string | undefined): number | null {
  if (!timestamp) return null;
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) throw new Error('its expirationTimestamp is no time');
  return at;
}
