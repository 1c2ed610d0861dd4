import { type FormEvent, useState } from 'react';
import type { PruneResult } from '../../../src/api/contract/prune.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { counted } from '../../util/number.ts';
import { usePrune } from './use-prune.ts';

const LONGEST_DAYS = 36_500;

/** Deletes old runs in three steps: count them, see the numbers, confirm by the number. */
export function Prune() {
  const [text, setText] = useState('90');
  const [confirming, setConfirming] = useState(false);
  const count = usePrune(true);
  const prune = usePrune(false);
  const days = toDays(text);
  const found = count.data !== undefined && count.data.olderThanDays === days ? count.data : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prune.reset();
    if (days !== null) count.mutate(days);
  };
  return (
    <Card title="Prune">
      <form onSubmit={submit} className="flex flex-col gap-3 p-3">
        <p className="text-mute">
          Deletes runs with their logs and events. Alerts, their messages and the statistics by day stay, and
          so does every run whose Job the cluster still has.
        </p>
        <label htmlFor="prune-days">Runs that ended more than this many days ago</label>
        <div className="-mt-2 flex gap-2">
          <input
            id="prune-days"
            type="text"
            inputMode="numeric"
            value={text}
            aria-invalid={days === null}
            aria-describedby="prune-days-problem"
            onChange={(event) => {
              setText(event.target.value);
              prune.reset();
            }}
            className="h-7 w-24 rounded-[5px] border border-line-strong bg-surface px-2 pointer-coarse:h-9"
          />
          <Button type="submit" disabled={days === null || count.isPending || prune.isPending}>
            {count.isPending ? 'Counting…' : 'Count them'}
          </Button>
        </div>
        <p id="prune-days-problem" className="text-bad empty:hidden">
          {days === null && `Give a whole number of days from 1 to ${LONGEST_DAYS}.`}
        </p>
        <output className="flex flex-col items-start gap-2 empty:hidden">
          {count.error && <Notice kind="bad">Not counted: {count.error.message}</Notice>}
          {found && !prune.isSuccess && (
            <Found
              counts={found.counts}
              days={found.olderThanDays}
              pruning={prune.isPending}
              onDelete={() => setConfirming(true)}
            />
          )}
          {prune.error && <Notice kind="bad">Not deleted: {prune.error.message}</Notice>}
          {prune.data && <Notice kind="ok">Deleted {countsText(prune.data.counts)}.</Notice>}
        </output>
      </form>
      {confirming && found && (
        <ConfirmDialog
          title={`Delete ${counted(found.counts.executionsDeleted, 'run')}?`}
          action={`Delete ${counted(found.counts.executionsDeleted, 'run')}`}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            prune.mutate(found.olderThanDays);
          }}
        >
          {countsText(found.counts)} go. Nobody can bring them back.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Found(props: {
  readonly counts: PruneResult;
  readonly days: number;
  readonly pruning: boolean;
  readonly onDelete: () => void;
}) {
  const { counts, days } = props;
  if (counts.executionsDeleted === 0)
    return <p>No run that could be deleted ended more than {counted(days, 'day')} ago.</p>;
  return (
    <>
      <p>
        A prune would delete <strong>{countsText(counts)}</strong>. Nothing was deleted yet.
      </p>
      <Button look="danger" disabled={props.pruning} onClick={props.onDelete}>
        {props.pruning ? 'Deleting…' : `Delete ${counted(counts.executionsDeleted, 'run')}…`}
      </Button>
    </>
  );
}

function countsText({ executionsDeleted, logsDeleted, eventsDeleted }: PruneResult): string {
  return `${counted(executionsDeleted, 'run')}, ${counted(logsDeleted, 'log')} and ${counted(eventsDeleted, 'event')}`;
}

/** Null when the text is no number of days that the API takes. */
function toDays(text: string): number | null {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= LONGEST_DAYS ? days : null;
}
