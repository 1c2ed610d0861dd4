import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import type { ExecutionDetail } from '../../../src/api/contract/execution.ts';
import { executionQuery } from '../../api/queries.ts';
import { AbsoluteTime } from '../../ui/AbsoluteTime.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Drawer } from '../../ui/Drawer.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field, Fields } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Status } from '../../ui/Status.tsx';
import { spacedDuration } from '../../util/duration.ts';
import { Attempts } from './Attempts.tsx';
import { logsCommand } from './commands.ts';
import { Evidence } from '../../ui/Evidence.tsx';
import { RunAlert } from './RunAlert.tsx';
import { exitText } from './outcome-text.ts';

/** One finished run with everything that is known of it. */
export function RunDrawer(props: {
  readonly id: string;
  readonly zone: string | null;
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(executionQuery(props.id));
  return (
    <Drawer title={data?.jobName ?? 'Run'} onClose={props.onClose}>
      {data ? (
        <div className="flex flex-col gap-6">
          <Facts run={data} zone={props.zone} />
          {data.alertId !== null && <RunAlert id={data.alertId} />}
          {data.attempts.length > 0 && <Attempts attempts={data.attempts} />}
          <Evidence
            logs={data.logs}
            events={data.events}
            withoutLogs={
              data.status === 'success'
                ? 'The logs of successful runs are not kept.'
                : 'No log could be read before the pod was gone, or monitors keep none.'
            }
          />
        </div>
      ) : error ? (
        <ErrorState what="This run" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} label="Loading the run" />
      )}
    </Drawer>
  );
}

const FAULTS = { platform: 'the cluster', application: 'the container itself' } as const;

function Facts({ run, zone }: { readonly run: ExecutionDetail; readonly zone: string | null }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <Fields>
        <Field label="Outcome">
          <Status kind={run.status} />
          <span className="text-mute"> · {run.summary}</span>
        </Field>
        {run.fault !== null && <Field label="Whose fault">{FAULTS[run.fault]}</Field>}
        {run.reason !== null && <Field label="Reason">{run.reason}</Field>}
        {run.message !== null && <Field label="Message">{run.message}</Field>}
        <Field label="Exit code">{run.exitCode === -1 ? exitText(-1) : run.exitCode}</Field>
        <Field label="Duration">{spacedDuration(run.duration)}</Field>
        {run.scheduledTime !== null && (
          <Field label="Scheduled for">
            <AbsoluteTime at={run.scheduledTime} zone={zone} />
          </Field>
        )}
        <Field label="Started">
          <AbsoluteTime at={run.startTime} zone={zone} />
        </Field>
        <Field label="Finished">
          <AbsoluteTime at={run.completionTime} zone={zone} />
        </Field>
        <Field label="Started by">{run.manual ? 'hand' : 'the schedule'}</Field>
      </Fields>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy logs command" text={logsCommand(run)} />
        {run.status === 'failed' && (
          <Link
            to="/settings/patterns"
            search={{ run: run.id }}
            className="inline-flex h-7 items-center gap-1.5 rounded-[5px] border border-line px-2.5 hover:bg-hover pointer-coarse:h-9"
          >
            <Wrench size={14} aria-hidden />
            Try a fix pattern on it
          </Link>
        )}
      </div>
    </div>
  );
}
