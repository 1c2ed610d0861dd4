import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { useRef } from 'react';
import type { MonitorSummary } from '../../../src/api/contract/monitor.ts';
import { monitorsQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { CsvLink } from '../../ui/CsvLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { counted } from '../../util/number.ts';
import { FIRST_MONITOR } from './first-monitor.ts';
import { MonitorItem } from './MonitorItem.tsx';
import { sortMonitors } from './sort-monitors.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

/** Every monitor with how its CronJobs are, the worst first. */
export function MonitorsPage() {
  usePageTitle('Monitors');
  const { data, error, refetch } = useQuery(monitorsQuery());
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <div className="flex items-baseline gap-3">
        <h1 className="text-lg font-semibold">Monitors</h1>
        {data && data.items.length > 0 && (
          <>
            <span className="text-xs text-mute">{counted(data.items.length, 'monitor')}</span>
            <span className="ml-auto">
              <CsvLink path="/api/v1/export/monitors" />
            </span>
          </>
        )}
      </div>
      <section aria-label="Monitors" className="min-w-0 rounded-md border border-line bg-surface">
        {data ? (
          data.items.length > 0 ? (
            <MonitorList monitors={sortMonitors(data.items)} />
          ) : (
            <NoMonitors />
          )
        ) : error ? (
          <ErrorState what="The list of monitors" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={6} label="Loading monitors" />
        )}
      </section>
    </main>
  );
}

/** One line each; j and k walk through them. */
function MonitorList({ monitors }: { readonly monitors: readonly MonitorSummary[] }) {
  const body = useRef<HTMLUListElement>(null);
  useRowKeys(body, monitors.length);
  const most = Math.max(...monitors.map(({ cronJobCount }) => cronJobCount));
  return (
    <ul ref={body}>
      {monitors.map((monitor, index) => (
        <MonitorItem key={qualifiedName(monitor)} monitor={monitor} index={index} most={most} />
      ))}
    </ul>
  );
}

function NoMonitors() {
  return (
    <EmptyState icon={Radar} title="No monitors yet">
      <p>
        Every CronJob is watched by the defaults, and nobody is told. A CronJobMonitor says what counts as
        trouble for which CronJobs, and through which{' '}
        <Link to="/channels" className="text-accent underline">
          channels
        </Link>{' '}
        it is told.
      </p>
      <CodeBlock label="A first CronJobMonitor" text={FIRST_MONITOR} />
    </EmptyState>
  );
}
