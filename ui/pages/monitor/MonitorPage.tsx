import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { monitorQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { Breadcrumb } from '../../ui/Breadcrumb.tsx';
import { CsvLink } from '../../ui/CsvLink.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { MonitorFacts } from './MonitorFacts.tsx';
import { qualifiedName } from '../../util/qualified-name.ts';

const FROM = '/monitors/$namespace/$name';

/** One monitor: what it watches and how that does, whether it is in force, and its spec. */
export function MonitorPage() {
  const key = useParams({ from: FROM });
  const { sort } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const { data, error, refetch } = useQuery(monitorQuery(key));
  usePageTitle(key.name);
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <Breadcrumb here={key.name}>
        <Link to="/monitors">Monitors</Link>
        {key.namespace}
      </Breadcrumb>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-lg font-semibold break-all">{key.name}</h1>
        <Link to="/reports" search={{ monitor: qualifiedName(key) }} className="text-accent hover:underline">
          report
        </Link>
        <Link to="/alerts" search={{ monitor: qualifiedName(key) }} className="text-accent hover:underline">
          alerts
        </Link>
        <Link to="/sla" search={{ monitor: qualifiedName(key) }} className="text-accent hover:underline">
          SLA
        </Link>
        <span className="ml-auto">
          <CsvLink path="/api/v1/export/cronjobs" filter={{ monitor: qualifiedName(key) }} />
        </span>
      </div>
      {data ? (
        <MonitorFacts
          monitor={data}
          sort={sort}
          onSort={(sort) => void navigate({ search: { sort }, resetScroll: false, replace: true })}
        />
      ) : error ? (
        <ErrorState what={`The monitor ${qualifiedName(key)}`} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} label="Loading the monitor" />
      )}
    </main>
  );
}
