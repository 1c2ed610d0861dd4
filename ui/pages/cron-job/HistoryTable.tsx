import { Link, useNavigate } from '@tanstack/react-router';
import { memo, type RefCallback, useCallback, useRef } from 'react';
import type { Execution } from '../../../src/api/contract/execution.ts';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import { Status } from '../../ui/Status.tsx';
import { type Column, Table, TableGap, TableRow } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';
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

/** Before a row was measured. */
const ROW_HEIGHT = 32;

/**
 * Finished runs; each opens in the drawer. Of a thousand only the visible rows exist, in a table all
 * the same. On narrow screens the less important columns go.
 */
export function HistoryTable(props: { readonly runs: readonly Execution[]; readonly zone: string | null }) {
  const { runs, zone } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const keyOf = useCallback((index: number) => runs[index]!.id, [runs]);
  const { shown, above, below, rowRef, scrollTo } = useVirtualRows(body, {
    count: runs.length,
    keyOf,
    rowHeight: ROW_HEIGHT,
    overscan: 8,
  });
  useRowKeys(body, runs.length, scrollTo);
  return (
    <Table columns={COLUMNS} fixed rowCount={runs.length} bodyRef={body}>
      <TableGap height={above} />
      {shown.map((index) => (
        <HistoryRow key={runs[index]!.id} run={runs[index]!} index={index} zone={zone} rowRef={rowRef} />
      ))}
      <TableGap height={below} />
    </Table>
  );
}

const HistoryRow = memo(function HistoryRow(props: {
  readonly run: Execution;
  readonly index: number;
  readonly zone: string | null;
  readonly rowRef: RefCallback<HTMLTableRowElement> | undefined;
}) {
  const { run, index, zone, rowRef } = props;
  const navigate = useNavigate({ from: FROM });
  // The link is for the keyboard and for opening in a new tab; a click anywhere on the row is the same.
  const open = () => void navigate({ search: (before) => ({ ...before, run: run.id }), resetScroll: false });
  return (
    <TableRow
      columns={COLUMNS}
      index={index}
      rowRef={rowRef}
      onClick={open}
      cells={{
        outcome: <Status kind={run.status} />,
        started: (
          <Link
            from={FROM}
            to="."
            search={(before) => ({ ...before, run: run.id })}
            resetScroll={false}
            data-row-link
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
