import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cronJobsQuery } from '../api/queries.ts';
import { faviconHref, pageTitle } from './page-title.ts';

/** Names the tab after the page; title and icon carry how many CronJobs are critical. */
export function usePageTitle(page: string): void {
  const { data: critical = 0 } = useQuery({
    ...cronJobsQuery(),
    select: ({ body }) => body.items.filter((cronJob) => cronJob.status === 'critical').length,
  });
  useEffect(() => {
    document.title = pageTitle(page, critical);
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href = faviconHref(critical);
  }, [page, critical]);
}
