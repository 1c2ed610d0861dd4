import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { memo } from 'react';
import type { Alert } from '../../../src/api/contract/alert.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Status } from '../../ui/Status.tsx';
import { Elapsed } from '../../ui/Time.tsx';
import { countText } from '../../util/number.ts';

/** The alerts that are active now, as many as stand here; each one leads to its CronJob. */
export const ActiveAlerts = memo(function ActiveAlerts(props: {
  /** Undefined while there was no answer yet. */
  readonly alerts: readonly Alert[] | undefined;
  /** How many there are, more than are told here. */
  readonly total: number;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly className?: string;
}) {
  const { alerts, error } = props;
  return (
    <Card
      title="Active alerts"
      className={props.className ?? ''}
      beside={
        props.total > 0 && (
          <span className="ml-auto rounded bg-tint-bad px-1.5 text-xs font-medium text-bad">
            {countText(props.total)}
          </span>
        )
      }
    >
      {alerts ? (
        <AlertItems alerts={alerts} total={props.total} />
      ) : error ? (
        <ErrorState what="The list of alerts" error={error} onRetry={props.onRetry} />
      ) : (
        <SkeletonRows rows={4} label="Loading alerts" />
      )}
    </Card>
  );
});

function AlertItems({ alerts, total }: { readonly alerts: readonly Alert[]; readonly total: number }) {
  if (alerts.length === 0) return <EmptyState icon={CircleCheck} title="No active alerts" />;
  return (
    <>
      <ul>
        {alerts.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ul>
      {total > alerts.length && (
        <Link
          to="/alerts"
          search={{ state: 'active' }}
          className="block px-3 py-2 text-accent hover:underline"
        >
          and {countText(total - alerts.length)} more
        </Link>
      )}
    </>
  );
}

function AlertItem({ alert }: { readonly alert: Alert }) {
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex items-center gap-1.5">
        <Status kind={alert.severity} iconOnly />
        <Link
          to="/cronjobs/$namespace/$name"
          params={{ namespace: alert.namespace, name: alert.cronjobName }}
          className="min-w-0 flex-1 truncate font-medium hover:underline"
        >
          {alert.cronjobName}
        </Link>
        <span className="text-xs text-mute">
          <Elapsed since={alert.createdAt} />
        </span>
      </div>
      <p className="line-clamp-2 text-xs text-mute">
        {alert.namespace} ·{' '}
        <Link to="/alerts/$id" params={{ id: alert.id }} data-tip={alert.message} className="hover:underline">
          {alert.message}
        </Link>
      </p>
    </li>
  );
}
