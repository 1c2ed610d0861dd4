import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { activeAlertsQuery, cronJobQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { Breadcrumb } from '../../ui/Breadcrumb.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { qualifiedName } from '../../util/qualified-name.ts';
import { AlertBanner } from './AlertBanner.tsx';
import { CronJobCharts } from './CronJobCharts.tsx';
import type { CronJobSearch } from './cron-job-search.ts';
import { CronJobMetrics } from './CronJobMetrics.tsx';
import { Heading } from './Heading.tsx';
import { History } from './History.tsx';
import { RunDrawer } from './RunDrawer.tsx';
import { RunningRuns } from './RunningRuns.tsx';
import { Slots } from './Slots.tsx';

const FROM = '/cronjobs/$namespace/$name';

/** One CronJob: how it does, what runs now, and every run that it has finished. */
export function CronJobPage() {
  const key = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const cronJob = useQuery(cronJobQuery(key));
  const alerts = useQuery(activeAlertsQuery(key));
  usePageTitle(key.name);
  const choose = (change: CronJobSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace: true });
  const zone = cronJob.data?.timeZone ?? null;
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <Breadcrumb here={key.name}>
        <Link to="/">Overview</Link>
        <Link to="/" search={{ ns: key.namespace }}>
          {key.namespace}
        </Link>
      </Breadcrumb>
      {cronJob.data ? (
        <>
          <Heading cronJob={cronJob.data} />
          {alerts.data?.items.map((alert) => (
            <AlertBanner key={alert.id} alert={alert} />
          ))}
          <CronJobMetrics cronJob={cronJob.data} />
          <CronJobCharts cronJob={key} search={search} onSearch={choose} />
          <RunningRuns runs={cronJob.data.running} />
          <Slots cronJob={cronJob.data} />
          <History cronJob={key} zone={zone} search={search} onSearch={choose} />
        </>
      ) : (
        <>
          <h1 className="text-lg font-semibold break-all">{key.name}</h1>
          {cronJob.error ? (
            <ErrorState
              what={`The CronJob ${qualifiedName(key)}`}
              error={cronJob.error}
              onRetry={() => void cronJob.refetch()}
            />
          ) : (
            <SkeletonRows rows={8} label="Loading the CronJob" />
          )}
        </>
      )}
      {search.run !== undefined && (
        <RunDrawer key={search.run} id={search.run} zone={zone} onClose={() => choose({ run: undefined })} />
      )}
    </main>
  );
}
