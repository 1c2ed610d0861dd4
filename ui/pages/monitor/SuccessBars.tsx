import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CronJobSummary } from '../../../src/api/contract/cron-job.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Status } from '../../ui/Status.tsx';
import { counted, noRunsText, percentText } from '../../util/number.ts';
import { qualifiedName } from '../../util/qualified-name.ts';
import { sortByRate } from './sort-by-rate.ts';

/** Beyond that the lowest are shown, and the rest on demand. */
const SHOWN = 12;
const FILLS = { critical: 'bg-fill-bad', warning: 'bg-fill-warn', healthy: 'bg-fill-ok' } as const;

/** The CronJobs by their success rate, the lowest first, each as long as its rate. */
export function SuccessBars({ cronJobs }: { readonly cronJobs: readonly CronJobSummary[] }) {
  const [all, setAll] = useState(false);
  if (cronJobs.length === 0) return null;
  const sorted = sortByRate(cronJobs);
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return (
    <Card title="Success rate by CronJob">
      <ol className="py-1.5">
        {shown.map((cronJob) => (
          <Bar key={qualifiedName(cronJob)} cronJob={cronJob} />
        ))}
      </ol>
      {shown.length < sorted.length && (
        <div className="border-t border-line p-2 text-center">
          <Button onClick={() => setAll(true)}>Show all {counted(sorted.length, 'CronJob')}</Button>
        </div>
      )}
    </Card>
  );
}

function Bar({ cronJob }: { readonly cronJob: CronJobSummary }) {
  const { namespace, name, status, successRate } = cronJob;
  const none = cronJob.totalExecutions === 0;
  return (
    <li className="grid min-h-7 grid-cols-[minmax(0,3fr)_minmax(0,2fr)_5rem] items-center gap-x-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_5.5rem] px-3">
      <span className="flex min-w-0 items-center gap-1.5">
        <Status kind={status} iconOnly />
        <Link
          to="/cronjobs/$namespace/$name"
          params={{ namespace, name }}
          data-tip={qualifiedName(cronJob)}
          className="truncate hover:underline"
        >
          {name}
        </Link>
      </span>
      <span aria-hidden className="block h-3 rounded-xs bg-fill-none/50 forced-color-adjust-none">
        {!none && (
          <span className={`block h-full rounded-xs ${FILLS[status]}`} style={{ width: `${successRate}%` }} />
        )}
      </span>
      <span className={`text-right whitespace-nowrap ${none ? 'text-xs text-mute' : ''}`}>
        {none ? noRunsText(cronJob) : percentText(successRate)}
      </span>
    </li>
  );
}
