import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pino } from 'pino';
import { type App, startApp } from '../../src/app.ts';
import { toConfig } from '../../src/config/config.ts';
import { describeSettings } from '../../src/config/describe-settings.ts';
import { buildDashboard } from '../e2e/dashboard.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The demo world as `npm start` makes it, with its 90 days of history, served by the whole of Punctual. */
export interface DemoWorld {
  /** Of the page and the API, without a slash at the end. */
  readonly url: string;
}

let started: Promise<{ readonly app: App; readonly end: () => Promise<void> }> | null = null;
let users = 0;

/** Its history takes most of a minute: all test files of a process share one world. */
export function demoWorld(): DemoWorld {
  let url = '';
  users += 1;
  before(async () => {
    started ??= start();
    ({ url } = (await started).app);
  });
  after(async () => {
    users -= 1;
    if (users === 0) await (await started)?.end();
  });
  return {
    get url() {
      return url;
    },
  };
}

async function start() {
  buildDashboard();
  const directory = mkdtempSync(join(tmpdir(), 'punctual-demo-'));
  const flags = { sandbox: true, dataDir: directory, port: '0' };
  const env = { given: {}, inCluster: false, inContainer: false };
  const result = toConfig(flags, env);
  if (result.kind === 'invalid') throw new Error(result.problems.join('; '));
  const app = await startApp({
    config: result.config,
    settings: describeSettings(flags, env, result.config),
    log: pino({ level: 'silent' }),
    env: process.env,
    pageDirectory: join(ROOT, 'dist/ui'),
    crdDirectory: join(ROOT, 'deploy/crds'),
    version: 'test',
    signal: new AbortController().signal,
  });
  const end = async () => {
    await app.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { app, end };
}
