import { useQuery } from '@tanstack/react-query';
import type { Stats } from '../../../src/api/contract/stats.ts';
import { statsQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Metric, Metrics } from '../../ui/Metric.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { spacedDuration } from '../../util/duration.ts';
import { countText } from '../../util/number.ts';
import { sizeText } from '../../util/size.ts';
import { Prune } from './Prune.tsx';
import { TableSizes } from './TableSizes.tsx';

/** What the service keeps, which tables it fills, and the way to delete what is old. */
export function StorageTab() {
  const { data, error, refetch } = useQuery(statsQuery());
  if (!data) {
    return (
      <Card title="Database">
        {error ? (
          <ErrorState what="The storage statistics" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={8} label="Loading the storage statistics" />
        )}
      </Card>
    );
  }
  return (
    <>
      <StorageMetrics stats={data} />
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <TableSizes tables={data.database.tables} />
        <Prune />
      </div>
    </>
  );
}

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

function StorageMetrics({ stats: { database, monitors, channels, uptime } }: { readonly stats: Stats }) {
  return (
    <Metrics label="Storage">
      <Metric label="Database" value={DATABASES[database.type]} />
      <Metric label="Size" value={sizeText(database.size)} note="with indexes" />
      <Metric label="Executions" value={countText(database.executions)} />
      <Metric label="Alerts" value={countText(database.alerts)} />
      <Metric label="Monitors / channels" value={`${countText(monitors)} / ${countText(channels)}`} />
      <Metric label="Uptime" value={spacedDuration(uptime)} note="of this process" />
    </Metrics>
  );
}
