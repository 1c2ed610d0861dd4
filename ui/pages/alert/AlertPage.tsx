import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { AlertDetail } from '../../../src/api/contract/alert.ts';
import { alertQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { AbsoluteTime } from '../../ui/AbsoluteTime.tsx';
import { Breadcrumb } from '../../ui/Breadcrumb.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Evidence } from '../../ui/Evidence.tsx';
import { Field, Fields } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Status } from '../../ui/Status.tsx';
import { SuggestedFix } from '../../ui/SuggestedFix.tsx';
import { ALERT_TYPE_WORDS } from '../../util/alert-words.ts';
import { counted } from '../../util/number.ts';
import { stateText } from '../alerts/state-text.ts';
import { Acknowledgement } from './Acknowledgement.tsx';
import { Deliveries } from './Deliveries.tsx';

/** One alert: what happened, what may help, the evidence, and whom it reached. */
export function AlertPage() {
  const { id } = useParams({ from: '/alerts/$id' });
  const { data, error, refetch } = useQuery(alertQuery(id));
  usePageTitle(data?.title ?? 'Alert');
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <Breadcrumb>
        <Link to="/alerts">Alerts</Link>
      </Breadcrumb>
      {data ? (
        <Answer alert={data} />
      ) : (
        <>
          <h1 className="text-lg font-semibold">Alert</h1>
          {error ? (
            <ErrorState what="The alert" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={8} label="Loading the alert" />
          )}
        </>
      )}
    </main>
  );
}

function Answer({ alert }: { readonly alert: AlertDetail }) {
  return (
    <>
      <div>
        <h1 className="flex flex-wrap items-center gap-x-3 text-lg font-semibold">
          <span className="min-w-0 break-words">{alert.title}</span>
          <span className="text-sm font-normal">
            <Status kind={alert.severity} />
          </span>
          <span className="text-sm font-normal text-mute">{stateText(alert)}</span>
        </h1>
        <p className="mt-1 break-words">{alert.message}</p>
      </div>
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="flex min-w-0 flex-col gap-3">
          <Card title="Details">
            <div className="flex flex-col gap-4 p-3">
              <Facts alert={alert} />
              {alert.suggestedFix !== null && <SuggestedFix text={alert.suggestedFix} />}
            </div>
          </Card>
          <Card title="Evidence">
            <div className="flex flex-col gap-6 p-3">
              <Evidence
                logs={alert.logs}
                events={alert.events}
                withoutLogs="No log belongs to this alert, or its monitors keep none."
              />
            </div>
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <Acknowledgement key={alert.id} alert={alert} />
          <Deliveries deliveries={alert.deliveries} />
        </div>
      </div>
    </>
  );
}

function Facts({ alert }: { readonly alert: AlertDetail }) {
  return (
    <Fields>
      <Field label="CronJob">
        <Link
          to="/cronjobs/$namespace/$name"
          params={{ namespace: alert.namespace, name: alert.cronjobName }}
          search={{ run: alert.executionId ?? undefined }}
          className="text-accent hover:underline"
        >
          {alert.namespace}/{alert.cronjobName}
        </Link>
      </Field>
      <Field label="Type">
        {ALERT_TYPE_WORDS[alert.type]} ({alert.reason})
      </Field>
      {alert.jobName !== null && <Field label="Latest Job">{alert.jobName}</Field>}
      <Field label="Seen">{counted(alert.occurrences, 'time')}</Field>
      <Field label="Raised">
        <AbsoluteTime at={alert.createdAt} zone={null} />
      </Field>
      {alert.resolvedAt !== null && (
        <Field label="Resolved">
          <AbsoluteTime at={alert.resolvedAt} zone={null} />
          {alert.resolution !== null && <span className="block">{alert.resolution}</span>}
        </Field>
      )}
    </Fields>
  );
}
