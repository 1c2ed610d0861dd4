import { NextRun, Time } from '../../ui/Time.tsx';
import { Spark } from '../../ui/Spark.tsx';
import { Status } from '../../ui/Status.tsx';
import { secondsText } from '../../util/duration.ts';
import { counted, noRunsText, percentText } from '../../util/number.ts';
import { shortSchedule } from '../../util/short-schedule.ts';
import type { Column } from './columns.ts';
import type { Row } from './select-rows.ts';

/** What stands in one column of a row. */
export function Cell({ row, column }: { readonly row: Row; readonly column: Column['key'] }) {
  switch (column) {
    case 'health':
      return <Status kind={row.health} />;
    case 'name':
      return <CronJobLink row={row} />;
    case 'namespace':
      return <span className="text-mute">{row.namespace}</span>;
    case 'schedule':
      return <Schedule row={row} />;
    case 'recent':
      return <Spark recent={row.recent} />;
    case 'rate':
      return <SuccessRate row={row} />;
    case 'p50':
      return <span className="text-mute">{secondsText(row.p50Duration)}</span>;
    case 'last':
      return row.lastRun === null ? (
        <None meaning="no runs yet" />
      ) : (
        <Time at={row.lastRun} zone={row.timeZone} />
      );
    case 'next':
      return <NextRunOf row={row} />;
  }
}

/** The name as the way to the details; a plain link, which `usePlainLinks` around it follows. */
export function CronJobLink({ row }: { readonly row: Row }) {
  return (
    <a
      href={`/cronjobs/${encodeURIComponent(row.namespace)}/${encodeURIComponent(row.name)}`}
      data-row-link
      className="font-medium hover:underline"
    >
      {row.name}
    </a>
  );
}

/** When it runs next: nothing while it is suspended. */
export function NextRunOf({ row }: { readonly row: Row }) {
  if (row.nextRun !== null) return <NextRun at={row.nextRun} zone={row.timeZone} />;
  return <None meaning={row.suspended ? 'suspended' : 'no next run'} />;
}

/** The success rate in its window. No finished run is no evidence, and is said so. */
export function SuccessRate({ row }: { readonly row: Row }) {
  if (row.totalExecutions === 0)
    return <span className="whitespace-nowrap text-mute">{noRunsText(row)}</span>;
  const tip = `${counted(row.totalExecutions, 'run')} in ${counted(row.windowDays, 'day')}`;
  return <span data-tip={tip}>{percentText(row.successRate)}</span>;
}

function Schedule({ row }: { readonly row: Row }) {
  const zone = row.timeZone ?? "the controller manager's zone";
  return (
    <span data-tip={`${row.scheduleText}\n${row.schedule}\n${zone}`}>
      {shortSchedule(row.schedule) ?? row.scheduleText}
    </span>
  );
}

function None({ meaning }: { readonly meaning: string }) {
  return (
    <span className="text-mute">
      <span aria-hidden>—</span>
      <span className="sr-only">{meaning}</span>
    </span>
  );
}
