import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { CronJobDetail } from '../../../src/api/contract/cron-job.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { Status } from '../../ui/Status.tsx';
import { healthOf } from '../../util/health.ts';
import { TriggerButton } from './TriggerButton.tsx';
import { triggerCommand } from './commands.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

/** The name with its state, its schedule, and what can be done. */
export function Heading({ cronJob }: { readonly cronJob: CronJobDetail }) {
  const health = healthOf({ ...cronJob, running: cronJob.running.length });
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
          <span className="min-w-0 break-all">{cronJob.name}</span>
          <span className="flex gap-3 text-sm font-normal">
            <Status kind={health} />
            {cronJob.suspended && health !== 'suspended' && <Status kind="suspended" />}
          </span>
        </h1>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-mute">
          <span>{cronJob.scheduleText}</span>
          <code className="text-ink">{cronJob.schedule}</code>
          {cronJob.timeZone === null && <span>the controller manager's time zone</span>}
          {cronJob.monitors.length > 0 && (
            <span>
              watched by{' '}
              {cronJob.monitors.map((monitor, index) => (
                <Fragment key={qualifiedName(monitor)}>
                  {index > 0 && ', '}
                  <Link
                    to="/monitors/$namespace/$name"
                    params={monitor}
                    className="text-accent hover:underline"
                  >
                    {qualifiedName(monitor)}
                  </Link>
                </Fragment>
              ))}
            </span>
          )}
          <Link
            to="/alerts"
            search={{ cronjob: qualifiedName(cronJob) }}
            className="text-accent hover:underline"
          >
            its alerts
          </Link>
          <Link
            to="/reports"
            search={{ cronjob: qualifiedName(cronJob) }}
            className="text-accent hover:underline"
          >
            report
          </Link>
        </p>
      </div>
      {cronJob.deletedAt === null && (
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton label="Copy command" text={triggerCommand(cronJob)} />
          <TriggerButton cronJob={cronJob} />
        </div>
      )}
      {cronJob.scheduleProblem !== null && (
        <Notice kind="warn" className="w-full">
          {cronJob.scheduleProblem}
        </Notice>
      )}
      {cronJob.deletedAt !== null && (
        <Notice kind="warn" className="w-full">
          Deleted from the cluster <Time at={cronJob.deletedAt} zone={cronJob.timeZone} />. Its history stays
          until it is pruned.
        </Notice>
      )}
    </div>
  );
}
