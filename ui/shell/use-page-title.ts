import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CronJobList } from '../../src/api/contract/cron-job.ts';
import type { Answer } from '../api/client.ts';
import { criticalCountQuery } from '../api/queries.ts';
import { faviconHref, pageTitle } from './page-title.ts';

/** Names the tab after the page; title and icon carry how many CronJobs are critical. */
export function usePageTitle(page: string): void {
  const { data: critical = 0 } = useQuery({ ...criticalCountQuery(), select: totalOf });
  useEffect(() => {
    document.title = pageTitle(page, critical);
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href = faviconHref(critical);
  }, [page, critical]);
}

/** The number alone, so that a page renders when it changes and not when the first of them does. */
function totalOf({ body }: Answer<CronJobList>): number {
  return body.total;
}
