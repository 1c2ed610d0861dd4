import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CronJobList } from '../../src/api/contract/cron-job.ts';
import type { Answer } from '../api/client.ts';
import { cronJobsQuery } from '../api/queries.ts';
import { faviconHref, pageTitle } from './page-title.ts';

/** Names the tab after the page; title and icon carry how many CronJobs are critical. */
export function usePageTitle(page: string): void {
  const { data: critical = 0 } = useQuery({
    ...cronJobsQuery(),
    select: countCritical,
  });
  useEffect(() => {
    document.title = pageTitle(page, critical);
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href = faviconHref(critical);
  }, [page, critical]);
}

/** One function for all renders: another one would count ten thousand again. */
function countCritical({ body }: Answer<CronJobList>): number {
  return body.items.filter((cronJob) => cronJob.status === 'critical').length;
}
