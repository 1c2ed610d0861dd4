import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import type { AlertList } from '../../../src/api/contract/alert.ts';
import { alertsQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { CsvLink } from '../../ui/CsvLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { More } from '../../ui/More.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useMore } from '../../ui/use-more.ts';
import { useNow } from '../../ui/use-now.ts';
import { counted } from '../../util/number.ts';
import { AlertDays } from './AlertDays.tsx';
import { AlertFilters } from './AlertFilters.tsx';
import { type AlertsSearch, toAlertsFilter, toAlertsSearch } from './alerts-search.ts';

const STEP = 100;
const HOUR = 3_600_000;

/** Every alert, newest first, by day. */
export function AlertsPage() {
  usePageTitle('Alerts');
  const search = useSearch({ from: '/alerts' });
  const navigate = useNavigate({ from: '/alerts' });
  const [limit, more] = useMore(STEP, JSON.stringify(search));
  // By the hour, so that the question, and with it the answer's place in the cache, stays the same.
  const hour = useNow((now) => Math.floor(now / HOUR) * HOUR);
  const filter = toAlertsFilter(search, hour);
  const { data, error, refetch } = useQuery(alertsQuery({ ...filter, limit }));
  const choose = (change: AlertsSearch) =>
    void navigate({
      // The router keeps what else an address says: an old name would bring back what is let go of.
      search: (before) => ({ ...toAlertsSearch({ ...before }), ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <div className="flex items-center gap-3">
        <h1 className="text-lg font-semibold">Alerts</h1>
        {data && <output className="text-xs text-mute">{counted(data.total, 'alert')}</output>}
        <span className="ml-auto">
          <CsvLink path="/api/v1/export/alerts" filter={filter} />
        </span>
      </div>
      <AlertFilters search={search} onSearch={choose} />
      <section aria-label="Alerts" className="overflow-hidden rounded-md border border-line bg-surface">
        {data ? (
          <Answer list={data} filtered={Object.values(search).some((value) => value !== undefined)} />
        ) : error ? (
          <ErrorState what="The list of alerts" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={10} label="Loading alerts" />
        )}
        {data && (
          <More
            shown={data.items.length}
            total={data.total}
            onMore={more}
            beyond="A shorter time or other filters show the rest; the CSV has all."
          />
        )}
      </section>
    </main>
  );
}

function Answer({ list, filtered }: { readonly list: AlertList; readonly filtered: boolean }) {
  if (list.items.length > 0) return <AlertDays alerts={list.items} />;
  return (
    <EmptyState icon={BellOff} title={filtered ? 'No alert matches the filters' : 'No alerts yet'}>
      {!filtered && <p>When a run fails, is missed or breaks its SLA, the alert appears here and stays.</p>}
    </EmptyState>
  );
}
