import { type FormEvent, useState } from 'react';
import type { Alert } from '../../../src/api/contract/alert.ts';
import { useAcknowledge } from '../../api/use-acknowledge.ts';
import { readChoice, writeChoice } from '../../shell/stored-choice.ts';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';

const FIELD = 'h-7 w-full rounded-[5px] border border-line-strong bg-surface px-2 pointer-coarse:h-9';

/** Who has taken the alert up, or the way to do it. There are no accounts, so the name is the reader's word. */
export function Acknowledgement({ alert }: { readonly alert: Alert }) {
  const [by, setBy] = useState(() => readChoice('name') ?? '');
  const [comment, setComment] = useState('');
  const { mutate, isPending, error } = useAcknowledge();
  const acknowledge = () => {
    writeChoice('name', by || null);
    mutate({ id: alert.id, request: { ...(by && { by }), ...(comment && { comment }) } });
  };
  const open = alert.active && alert.acknowledgedAt === null;
  useShortcuts((shortcut) => {
    if (shortcut !== 'acknowledge' || !open || isPending) return false;
    acknowledge();
    return true;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    acknowledge();
  };
  return (
    <Card title="Acknowledgement">
      <div className="flex flex-col gap-3 p-3">
        {alert.acknowledgedAt !== null ? (
          <p>
            Acknowledged {alert.acknowledgedBy !== null && <>by {alert.acknowledgedBy} </>}
            <Time at={alert.acknowledgedAt} />
            {alert.acknowledgeComment !== null && (
              <span className="mt-1 block">{alert.acknowledgeComment}</span>
            )}
          </p>
        ) : open ? (
          <form onSubmit={submit} className="flex flex-col gap-3">
            <p className="text-mute">It stays active until its cause ends, and sends no more repeats.</p>
            <label>
              Your name (optional)
              <input
                value={by}
                maxLength={200}
                onChange={(event) => setBy(event.target.value)}
                className={FIELD}
                autoComplete="name"
              />
            </label>
            <label>
              Comment (optional)
              <input
                value={comment}
                maxLength={2_000}
                onChange={(event) => setComment(event.target.value)}
                className={FIELD}
              />
            </label>
            <Button type="submit" look="primary" disabled={isPending} className="self-start">
              Acknowledge
            </Button>
          </form>
        ) : (
          <p className="text-mute">It ended before anyone acknowledged it.</p>
        )}
        {error && <Notice kind="bad">Not acknowledged: {error.message}</Notice>}
      </div>
    </Card>
  );
}
