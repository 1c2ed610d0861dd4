import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadKubeconfig } from '../../src/kube/kubeconfig.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Service } from '../../src/service.ts';

export interface Bench extends AsyncDisposable {
  readonly databasePath: string;
  /** The process with the cluster and the load. */
  readonly load: ChildProcess;
}

/** Starts `load` (given a path for its kubeconfig and `args`), then the service in this process on its cluster. */
export async function startService(load: string, args: readonly string[]): Promise<Bench> {
  await using started = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'punctual-bench-'));
  started.defer(() => rmSync(directory, { recursive: true, force: true }));
  const kubeconfig = join(directory, 'kubeconfig');
  // A profile taken of this process is of the service alone.
  const child = fork(join(import.meta.dirname, load), [kubeconfig, ...args], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  started.defer(() => void child.kill());
  await once(child, 'message');
  const databasePath = join(directory, 'punctual.db');
  const service = started.use(
    await Service.start({
      config: {
        host: '127.0.0.1',
        port: 0,
        database: { path: databasePath },
        publicUrl: 'http://bench',
        controllerTimeZone: 'UTC',
        deniedNetworks: [],
        caFile: null,
        heartbeatUrl: null,
        access: { token: null, tokenGuards: 'writes', readOnly: false, userHeader: null, allowedHosts: [] },
        retention: { runDays: 90, failedRunDays: 90, evidenceDays: 30 },
        report: { title: null, organisation: null, logo: null },
      },
      settings: [],
      access: await loadKubeconfig({ paths: [kubeconfig], context: null, env: {} }),
      clock: systemClock,
      log: pino({ level: 'warn' }, process.stderr),
      pageDirectory: null,
      version: 'bench',
    }),
  );
  await service.ready();
  const parts = started.move();
  return { databasePath, load: child, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
