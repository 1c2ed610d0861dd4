import { Link, useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import type { Execution } from '../../../src/api/contract/execution.ts';
import { Status } from '../../ui/Status.tsx';
import { type Column, Table, TableRow } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import { spacedDuration } from '../../util/duration.ts';
import { outcomeText } from './outcome-text.ts';

const FROM = '/cronjobs/$namespace/$name';

const COLUMNS = [
  { key: 'outcome', label: 'Outcome', width: 'w-32' },
  { key: 'started', label: 'Started', width: 'w-24' },
  { key: 'duration', label: 'Duration', width: 'w-26', end: true },
  { key: 'attempts', label: 'Attempts', width: 'w-20', end: true, from: 'md' },
  { key: 'why', label: 'Why', from: 'sm' },
  { key: 'job', label: 'Job', from: 'lg' },
] as const satisfies readonly Column<string>[];

/** Finished runs; each opens in the drawer. On narrow screens the less important columns go. */
export function HistoryTable(props: { readonly runs: readonly Execution[]; readonly zone: string | null }) {
  return (
    <Table columns={COLUMNS} fixed>
      {props.runs.map((run) => (
        <HistoryRow key={run.id} run={run} zone={props.zone} />
      ))}
    </Table>
  );
}

const HistoryRow = memo(function HistoryRow({
  run,
  zone,
}: {
  readonly run: Execution;
  readonly zone: string | null;
}) {
  const navigate = useNavigate({ from: FROM });
  // The link is for the keyboard and for opening in a new tab; a click anywhere on the row is the same.
  const open = () => void navigate({ search: (before) => ({ ...before, run: run.id }), resetScroll: false });
  return (
    <TableRow
      columns={COLUMNS}
      onClick={open}
      cells={{
        outcome: <Status kind={run.status} />,
        started: (
          <Link
            from={FROM}
            to="."
            search={(before) => ({ ...before, run: run.id })}
            resetScroll={false}
            onClick={(event) => event.stopPropagation()}
            className="hover:underline"
          >
            <Time at={run.startTime} zone={zone} />
            <span className="sr-only">: {run.jobName}</span>
          </Link>
        ),
        duration: spacedDuration(run.duration),
        attempts: <span className="text-mute">{run.attempts}</span>,
        why: outcomeText(run),
        job: <span className="text-mute">{run.jobName}</span>,
      }}
    />
  );
});
