import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { SlaItem, SlaReport } from '../../../src/api/contract/sla.ts';
import { slaQuery } from '../../api/queries.ts';
import { useMonitorOptions } from '../../api/use-monitor-options.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { Card } from '../../ui/Card.tsx';
import { CsvLink } from '../../ui/CsvLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { counted, countText, percentText } from '../../util/number.ts';
import { Breaches } from './Breaches.tsx';
import { inNamespace } from './in-namespace.ts';
import { toSlaFilter, type SlaSearch } from './sla-search.ts';
import { SlaTable } from './SlaTable.tsx';
import { sortSla } from './sort-sla.ts';

/** Whether the CronJobs keep what their monitors promise, and when they did not. */
export function SlaPage() {
  usePageTitle('SLA');
  const search = useSearch({ from: '/sla' });
  const navigate = useNavigate({ from: '/sla' });
  const { data: report, error, refetch } = useQuery(slaQuery(search.monitor));
  // Narrowed here, since whoever chooses another namespace needs to see which there are.
  const data = useMemo(() => report && inNamespace(report, search.ns), [report, search.ns]);
  const sorted = useMemo(() => sortSla(data?.items ?? []), [data]);
  const choose = (change: SlaSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-lg font-semibold">SLA</h1>
        <Filters search={search} onSearch={choose} items={report?.items} />
        <span className="ml-auto">
          <CsvLink path="/api/v1/export/sla" filter={toSlaFilter(search)} />
        </span>
      </div>
      {data && data.items.length > 0 && <Compliance summary={data.summary} />}
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Card
          title="Compliance by CronJob"
          beside={data && <span className="text-xs text-mute">{counted(data.items.length, 'CronJob')}</span>}
        >
          {data ? (
            data.items.length > 0 ? (
              <SlaTable items={sorted} />
            ) : (
              <NoSla filtered={search.ns !== undefined || search.monitor !== undefined} />
            )
          ) : error ? (
            <ErrorState what="The SLA report" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={10} label="Loading the SLA report" />
          )}
        </Card>
        <Breaches search={search} />
      </div>
    </main>
  );
}

function Filters(props: {
  readonly search: SlaSearch;
  readonly onSearch: (change: SlaSearch) => void;
  /** Of every namespace; undefined until they have come. */
  readonly items: readonly SlaItem[] | undefined;
}) {
  const { search, onSearch, items } = props;
  const monitors = useMonitorOptions();
  const namespaces = new Set(items?.map(({ namespace }) => namespace));
  return (
    <search className="flex flex-wrap gap-2">
      <Select
        label="Namespace"
        all="All namespaces"
        options={[...namespaces].sort().map((value) => ({ value, label: value }))}
        value={search.ns}
        onChange={(ns) => onSearch({ ns })}
      />
      <Select
        label="Monitor"
        all="All monitors"
        options={monitors}
        value={search.monitor}
        onChange={(monitor) => onSearch({ monitor })}
      />
    </search>
  );
}

/** The share of CronJobs that keep their target, as a number and as a length. */
function Compliance({ summary }: { readonly summary: SlaReport['summary'] }) {
  const { overallRate, compliant, nonCompliant, totalCronJobs } = summary;
  return (
    <section
      aria-label="Overall compliance"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md border border-line bg-surface px-3 py-2.5"
    >
      <p>
        <strong className="text-xl font-semibold">{percentText(overallRate)}</strong>{' '}
        <span className="text-mute">of {counted(totalCronJobs, 'CronJob')} keep their target</span>
      </p>
      <div
        aria-hidden
        className="flex h-2.5 min-w-40 flex-1 gap-0.5 overflow-hidden rounded-xs forced-color-adjust-none"
      >
        {nonCompliant > 0 && <span className="bg-fill-bad" style={{ width: `${100 - overallRate}%` }} />}
        {compliant > 0 && <span className="bg-fill-ok" style={{ width: `${overallRate}%` }} />}
      </div>
      <dl className="flex gap-4 text-mute [&_dd]:font-semibold [&_dd]:text-ink [&>div]:flex [&>div]:gap-1.5">
        <div>
          <dt>Breached</dt>
          <dd>{countText(nonCompliant)}</dd>
        </div>
        <div>
          <dt>Compliant</dt>
          <dd>{countText(compliant)}</dd>
        </div>
      </dl>
    </section>
  );
}

function NoSla({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <EmptyState icon={ShieldCheck} title="No CronJob with an SLA matches the filter" />;
  return (
    <EmptyState icon={ShieldCheck} title="No SLA yet">
      <p>
        A CronJob has one as soon as a{' '}
        <Link to="/monitors" className="text-accent underline">
          monitor
        </Link>{' '}
        with <code>spec.sla</code> selects it, such as <code>{'sla: {minSuccessRate: 99}'}</code>.
      </p>
    </EmptyState>
  );
}
