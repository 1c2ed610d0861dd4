#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { pino } from 'pino';
import pretty from 'pino-pretty';
import { type AppOptions, startApp, startSandboxAlone } from './app.ts';
import { type Config, toConfig } from './config/config.ts';
import { logoProblem } from './config/logo-problem.ts';
import { describeSettings } from './config/describe-settings.ts';
import { readEnv } from './config/env.ts';
import { flagOf, type Given, SETTING_KEYS, SETTINGS } from './config/settings.ts';

const ROOT = join(import.meta.dirname, '..');
/** How long a second Ctrl-C is not needed: after this the process ends, whatever still hangs. */
const STOP_DEADLINE_MS = 2_500;

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const program = new Command('punctual')
  .description('Watches Kubernetes CronJobs, records every run with its evidence, and tells who has to know.')
  .version(version)
  .allowExcessArguments(false);
for (const key of SETTING_KEYS) {
  const flag = flagOf(key);
  const { argument, meaning } = SETTINGS[key];
  if (flag !== null) program.addOption(new Option([flag, argument ?? ''].join(' ').trim(), meaning));
}

program
  .command('start', { isDefault: true })
  .description('watch a cluster; without one, the sandbox')
  .action(() => run(program.opts(), serve));
program
  .command('sandbox')
  .description('serve the sandbox alone, as a cluster for kubectl and for a Punctual elsewhere')
  .action(() => run({ port: '16443', ...program.opts<Given>(), sandbox: true }, serveSandbox));

await program.parseAsync();

type Serve = (options: AppOptions) => Promise<() => Promise<void>>;

async function run(flags: Given, serveWith: Serve): Promise<void> {
  const env = readEnv();
  const result = toConfig(flags, env);
  if (result.kind === 'invalid') return refuse(result.problems);
  const logo = logoProblem(result.config.report.logo);
  if (logo !== null) return refuse([logo]);
  const abort = new AbortController();
  const options: AppOptions = {
    config: result.config,
    settings: describeSettings(flags, env, result.config),
    log: newLog(result.config),
    env: process.env,
    pageDirectory: pageDirectory(),
    crdDirectory: join(ROOT, 'deploy/crds'),
    version,
    signal: abort.signal,
  };
  const stopped = stopOnSignal(abort);
  try {
    const stop = await serveWith(options);
    await stopped;
    await stop();
  } catch (error) {
    if (!abort.signal.aborted) {
      explain(error, options);
      process.exit(1);
    }
  }
  process.exit(0);
}

/** Ends the process: with these settings it cannot start. */
function refuse(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`punctual: ${problem}\n`);
  process.exit(2);
}

function explain(error: unknown, { log, config }: AppOptions): void {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error && typeof error.port === 'number' ? error.port : config.port;
    process.stderr.write(
      `punctual: port ${port} is taken by another process; give another one with --port\n`,
    );
  } else {
    log.fatal({ err: error }, 'could not start');
  }
}

/** Resolves at SIGINT or SIGTERM, and sees to it that the process ends soon after. */
function stopOnSignal(abort: AbortController): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      if (abort.signal.aborted) process.exit(130);
      abort.abort(new Error('asked to stop'));
      setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

async function serve(options: AppOptions): Promise<() => Promise<void>> {
  const app = await startApp(options);
  const lines = [
    `Punctual is at ${app.url}`,
    ...(app.receiverUrl === null
      ? []
      : [
          `The messages that its channels send can be read at ${app.receiverUrl}`,
          `kubectl works with KUBECONFIG=${join(options.config.dataDir, 'kubeconfig')}`,
        ]),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
  return () => app.stop();
}

async function serveSandbox(options: AppOptions): Promise<() => Promise<void>> {
  const sandbox = await startSandboxAlone(options);
  const kubeconfig = join(options.config.dataDir, 'kubeconfig');
  process.stdout.write(`\n  The sandbox is at ${sandbox.url}\n  Use it with KUBECONFIG=${kubeconfig}\n\n`);
  return () => sandbox.stop();
}

/** For a person lines, for a collector JSON. */
function newLog({ logLevel }: Config) {
  if (!process.stdout.isTTY) return pino({ level: logLevel });
  return pino({ level: logLevel }, pretty({ ignore: 'pid,hostname', sync: true }));
}

function pageDirectory(): string | null {
  const directory = join(ROOT, 'dist/ui');
  return existsSync(join(directory, 'index.html')) ? directory : null;
}
