import { setTimeout as sleep } from 'node:timers/promises';
import type { Alert, AlertDetail } from '../../../src/api/contract/alert.ts';
import type { CronJobList } from '../../../src/api/contract/cron-job.ts';
import type { Execution } from '../../../src/api/contract/execution.ts';

/** All that the service's API tells in the end. */
export interface Ledger {
  readonly executions: readonly Execution[];
  readonly alerts: readonly AlertDetail[];
}

/** Reads the ledger again and again until it is complete, and answers what it was at last. */
export async function settledLedger(
  url: string,
  runs: number,
  { deadlineMs }: { readonly deadlineMs: number },
): Promise<Ledger> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const ledger = await readLedger(url);
    const isLate = performance.now() > deadline;
    if (isLate || isComplete(ledger, runs)) return ledger;
    // Reading it all is work for the service too, which has other things to do.
    await sleep(1_000);
  }
}

function isComplete({ executions, alerts }: Ledger, runs: number): boolean {
  const deliveries = alerts.flatMap((alert) => alert.deliveries);
  return executions.length >= runs && deliveries.every(({ state }) => state !== 'pending');
}

async function readLedger(url: string): Promise<Ledger> {
  const cronJobs = await get<CronJobList>(`${url}/api/v1/cronjobs`);
  const executions: Execution[] = [];
  for (const { namespace, name } of cronJobs.items) {
    const path = `/api/v1/cronjobs/${namespace}/${name}/executions?limit=1000`;
    executions.push(...(await get<{ items: Execution[] }>(url + path)).items);
  }
  const { items } = await get<{ items: readonly Alert[] }>(`${url}/api/v1/alerts?limit=1000`);
  const alerts = await Promise.all(items.map(({ id }) => get<AlertDetail>(`${url}/api/v1/alerts/${id}`)));
  return { executions, alerts };
}

async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`GET ${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
