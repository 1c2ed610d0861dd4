import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AcknowledgeRequest, Alert } from '../../../src/api/contract/alert.ts';
import { postJson } from '../../api/client.ts';
import { readChoice, writeChoice } from '../../shell/stored-choice.ts';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';

const FIELD = 'h-7 w-full rounded-[5px] border border-line-strong bg-surface px-2 pointer-coarse:h-9';

/** Who has taken the alert up, or the way to do it. There are no accounts, so the name is the reader's word. */
export function Acknowledgement({ alert }: { readonly alert: Alert }) {
  const client = useQueryClient();
  const [by, setBy] = useState(() => readChoice('name') ?? '');
  const [comment, setComment] = useState('');
  const acknowledge = useMutation({
    mutationFn: () => {
      const request: AcknowledgeRequest = { ...(by && { by }), ...(comment && { comment }) };
      writeChoice('name', by || null);
      return postJson<Alert>(`/api/v1/alerts/${encodeURIComponent(alert.id)}/acknowledge`, request);
    },
    onSettled: () => client.invalidateQueries(),
  });
  const open = alert.active && alert.acknowledgedAt === null;
  useShortcuts((shortcut) => {
    if (shortcut !== 'acknowledge' || !open || acknowledge.isPending) return false;
    acknowledge.mutate();
    return true;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    acknowledge.mutate();
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
            <Button type="submit" look="primary" disabled={acknowledge.isPending} className="self-start">
              Acknowledge
            </Button>
          </form>
        ) : (
          <p className="text-mute">It ended before anyone acknowledged it.</p>
        )}
        {acknowledge.error && <Notice kind="bad">Not acknowledged: {acknowledge.error.message}</Notice>}
      </div>
    </Card>
  );
}
