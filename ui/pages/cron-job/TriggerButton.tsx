import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { TriggerResult } from '../../../src/api/contract/cron-job.ts';
import { postJson } from '../../api/client.ts';
import { cronJobPath } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Starts a run now and says what came of it. */
export function TriggerButton({
  cronJob,
}: {
  readonly cronJob: { readonly namespace: string; readonly name: string };
}) {
  const client = useQueryClient();
  const trigger = useMutation({
    mutationFn: () => postJson<TriggerResult>(`${cronJobPath(cronJob)}/trigger`),
    // The page shows the new run without waiting for the next poll.
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <>
      <Button look="primary" disabled={trigger.isPending} onClick={() => trigger.mutate()}>
        <Play size={14} aria-hidden />
        {trigger.isPending ? 'Starting…' : 'Trigger now'}
      </Button>
      <output className="block w-full empty:absolute">
        {trigger.data && (
          <Notice kind="ok">
            Started <code className="break-all">{trigger.data.jobName}</code>
          </Notice>
        )}
        {trigger.error && <Notice kind="bad">Not started: {trigger.error.message}</Notice>}
      </output>
    </>
  );
}
