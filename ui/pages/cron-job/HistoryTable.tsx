import { Link, useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import type { Execution } from '../../../src/api/contract/execution.ts';
import { Status } from '../../ui/Status.tsx';
import { TableHead } from '../../ui/TableHead.tsx';
import { Time } from '../../ui/Time.tsx';
import { spacedDuration } from '../../util/duration.ts';
import { outcomeText } from './outcome-text.ts';

const FROM = '/cronjobs/$namespace/$name';

/** Finished runs; each opens in the drawer. On narrow screens the less important columns go. */
export function HistoryTable(props: { readonly runs: readonly Execution[]; readonly zone: string | null }) {
  return (
    <table className="w-full table-fixed">
      <TableHead>
        <th scope="col" className="w-28">
          Outcome
        </th>
        <th scope="col" className="w-24">
          Started
        </th>
        <th scope="col" className="w-24 text-right max-sm:pr-3!">
          Duration
        </th>
        <th scope="col" className="hidden w-20 text-right md:table-cell">
          Attempts
        </th>
        <th scope="col" className="hidden pl-6! sm:table-cell">
          Why
        </th>
        <th scope="col" className="hidden lg:table-cell">
          Job
        </th>
      </TableHead>
      <tbody>
        {props.runs.map((run) => (
          <HistoryRow key={run.id} run={run} zone={props.zone} />
        ))}
      </tbody>
    </table>
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
    <tr
      onClick={open}
      className="h-8 cursor-pointer border-b border-line last:border-b-0 focus-within:bg-hover hover:bg-hover [&>td]:truncate [&>td]:px-1.5 [&>td:first-child]:pl-3 [&>td:last-child]:pr-3"
    >
      <td>
        <Status kind={run.status} />
      </td>
      <td>
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
      </td>
      <td className="text-right max-sm:pr-3!">{spacedDuration(run.duration)}</td>
      <td className="hidden text-right text-mute md:table-cell">{run.attempts}</td>
      <td className="hidden pl-6! sm:table-cell">{outcomeText(run)}</td>
      <td className="hidden text-mute lg:table-cell">{run.jobName}</td>
    </tr>
  );
});
