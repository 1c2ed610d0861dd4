import { useQuery } from '@tanstack/react-query';
import { History as HistoryIcon } from 'lucide-react';
import { executionsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CsvLink } from '../../ui/CsvLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { More } from '../../ui/More.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useMore } from '../../ui/use-more.ts';
import { countText } from '../../util/number.ts';
import type { CronJobSearch } from './cron-job-search.ts';
import { HistoryTable } from './HistoryTable.tsx';

const STEP = 50;

const FILTERS = [
  { value: undefined, label: 'All' },
  { value: 'success', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
] as const;

/** The finished runs, newest first. */
export function History(props: {
  readonly cronJob: { readonly namespace: string; readonly name: string };
  readonly zone: string | null;
  readonly search: CronJobSearch;
  readonly onSearch: (change: CronJobSearch) => void;
}) {
  const { search, onSearch } = props;
  const { status, to } = search;
  const [limit, more] = useMore(STEP, JSON.stringify([status, to]));
  const { data, error, refetch, isPlaceholderData } = useQuery(
    executionsQuery(props.cronJob, { limit, status, to }),
  );
  return (
    <Card
      title="Execution history"
      beside={data && <span className="text-xs text-mute">{countText(data.total)}</span>}
      actions={
        <>
          <CsvLink
            path="/api/v1/export/executions"
            filter={{
              namespace: props.cronJob.namespace,
              cronjob: props.cronJob.name,
              status,
              to,
            }}
          />
          <Segments
            label="Filter by outcome"
            options={FILTERS}
            value={status}
            onChange={(status) => onSearch({ status })}
          />
        </>
      }
    >
      {to !== undefined && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-mute">
          Runs that started until {to}
          <Button onClick={() => onSearch({ to: undefined })}>Back to the newest</Button>
        </div>
      )}
      {data ? (
        <div className={isPlaceholderData ? 'opacity-60' : ''}>
          {data.items.length > 0 ? (
            <HistoryTable runs={data.items} zone={props.zone} />
          ) : (
            <NoRuns filtered={status !== undefined || to !== undefined} />
          )}
          <More
            shown={data.items.length}
            total={data.total}
            onMore={more}
            beyond={
              <Button onClick={() => onSearch({ to: data.items.at(-1)!.startTime })}>Older runs</Button>
            }
          />
        </div>
      ) : error ? (
        <ErrorState what="The history" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} label="Loading the history" />
      )}
    </Card>
  );
}

function NoRuns({ filtered }: { readonly filtered: boolean }) {
  return filtered ? (
    <EmptyState icon={HistoryIcon} title="No run matches the filter" />
  ) : (
    <EmptyState icon={HistoryIcon} title="No runs yet">
      <p>The first one appears here when it has finished. “Trigger now” starts one by hand.</p>
    </EmptyState>
  );
}
