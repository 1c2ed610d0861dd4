import { useNavigate } from '@tanstack/react-router';
import type { ExecutionList } from '../../../src/api/contract/execution.ts';
import { getJson } from '../../api/client.ts';
import { cronJobPath } from '../../api/queries.ts';
import type { LaneMark } from '../../charts/timeline-lane.ts';

/** The timeline knows starts to a tenth of a second. */
const NEAR_MS = 150;

/**
 * Leads to a mark's run, open on the page of its CronJob. Runs have no ids on the timeline, whose answers
 * would be several times as long, so that the one is asked for here. Other marks lead to the CronJob.
 */
export function useOpenRun(): (
  cronJob: { readonly namespace: string; readonly name: string },
  mark: LaneMark,
) => Promise<void> {
  const navigate = useNavigate();
  return async ({ namespace, name }, mark) => {
    const run =
      mark.kind === 'success' || mark.kind === 'failed'
        ? await findRun({ namespace, name }, mark.at)
        : undefined;
    await navigate({ to: '/cronjobs/$namespace/$name', params: { namespace, name }, search: { run } });
  };
}

async function findRun(
  cronJob: { readonly namespace: string; readonly name: string },
  at: number,
): Promise<string | undefined> {
  const range = new URLSearchParams({
    from: new Date(at - NEAR_MS).toISOString(),
    to: new Date(at + NEAR_MS).toISOString(),
    limit: '1',
  });
  try {
    const { body } = await getJson<ExecutionList>(`${cronJobPath(cronJob)}/executions?${range}`, {
      signal: new AbortController().signal,
    });
    return body.items[0]?.id;
  } catch {
    // The page of the CronJob says what is wrong with the service.
    return undefined;
  }
}
