import { useQuery } from '@tanstack/react-query';
import { CalendarClock, SearchX } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { cronJobsQuery, worstAlertsQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import type { Health } from '../../util/health.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { ActiveAlerts } from './ActiveAlerts.tsx';
import { CronJobTable } from './CronJobTable.tsx';
import type { OverviewSearch, Sort } from './overview-search.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { filterRows, namespacesOf, sortRows, summarise, toRows } from './select-rows.ts';
import { SummaryCards, SummarySkeleton } from './SummaryCards.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useOverviewSearch } from './use-overview-search.ts';

const TimelineView = lazy(async () => {
  const { TimelineView } = await import('../timeline/TimelineView.tsx');
  return { default: TimelineView };
});

const NO_FILTERS = { q: undefined, ns: undefined, status: undefined } satisfies OverviewSearch;

/** Beside the CronJobs there is room for the worst; all have a page of their own. */
const ALERTS_SHOWN = 50;

/** All CronJobs, the worst first, beside the active alerts. */
export function OverviewPage() {
  usePageTitle('Overview');
  const { search, address, choose } = useOverviewSearch();
  const { data: list, error, refetch } = useQuery(cronJobsQuery());
  const alerts = useQuery(worstAlertsQuery(ALERTS_SHOWN));
  const rows = useMemo(() => list && toRows(list.items), [list]);
  const timeline = search.view === 'timeline';
  const { q, ns, status, sort } = search;
  // Sorted before they are filtered: a key in the search then filters and sorts nothing.
  const sorted = useMemo(() => rows && sortRows(rows, sort), [rows, sort]);
  const selected = useMemo(() => sorted && filterRows(sorted, { q, ns, status }), [sorted, q, ns, status]);
  const summary = useMemo(() => rows && summarise(rows), [rows]);
  const namespaces = useMemo(() => rows && namespacesOf(rows), [rows]);
  const { refetch: refetchAlerts } = alerts;
  const retryAlerts = useCallback(() => void refetchAlerts(), [refetchAlerts]);
  const chooseStatus = useCallback((next: Health | undefined) => choose({ status: next }), [choose]);
  const chooseSort = useCallback((next: Sort | undefined) => choose({ sort: next }), [choose]);

  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <h1 className="text-lg font-semibold">Overview</h1>
      <FirstSteps />
      {summary ? (
        <SummaryCards
          summary={summary}
          activeAlerts={alerts.data?.total ?? null}
          status={status}
          onStatus={chooseStatus}
        />
      ) : (
        !error && <SummarySkeleton />
      )}
      <div className={`grid items-start gap-3 ${timeline ? '' : 'xl:grid-cols-[minmax(0,1fr)_288px]'}`}>
        <section aria-label="CronJobs" className="min-w-0 rounded-md border border-line bg-surface">
          {rows && selected && namespaces ? (
            <>
              <Toolbar search={search} onSearch={choose} namespaces={namespaces} shown={selected.length} />
              {selected.length > 0 ? (
                timeline ? (
                  <Suspense fallback={<SkeletonRows rows={16} label="Loading the timeline" />}>
                    <TimelineView rows={selected} search={address} range={search.range ?? '24h'} />
                  </Suspense>
                ) : (
                  <CronJobTable rows={selected} sort={sort} onSort={chooseSort} />
                )
              ) : (
                <NothingToShow filtered={rows.length > 0} onClear={() => choose(NO_FILTERS)} />
              )}
            </>
          ) : error ? (
            <ErrorState what="The list of CronJobs" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={16} label="Loading CronJobs" />
          )}
        </section>
        {!timeline && (
          <ActiveAlerts
            alerts={alerts.data?.items}
            total={alerts.data?.total ?? 0}
            error={alerts.error}
            onRetry={retryAlerts}
            className="max-xl:row-start-1 max-xl:max-h-56 overflow-y-auto xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)]"
          />
        )}
      </div>
    </main>
  );
}

function NothingToShow({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState icon={CalendarClock} title="No CronJobs yet">
        <p>The cluster has none, or Punctual may not read them. They appear here as soon as they exist.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={SearchX} title="No CronJob matches the filters">
      <Button onClick={onClear}>Clear the filters</Button>
    </EmptyState>
  );
}
