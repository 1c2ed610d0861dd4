import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ExecutionDetail } from '../../../src/api/contract/execution.ts';
import { alertQuery, alertsQuery } from '../../api/queries.ts';
import { AlertDeliveries } from '../alert/Deliveries.tsx';

/** An alert names the newest run behind it; among so many of a CronJob's newest alerts it is looked for. */
const LOOKED_AT = 50;

/** The alert that a failed run raised or added to, and whom it reached; nothing when there is none. */
export function RunAlert({ run }: { readonly run: ExecutionDetail }) {
  const { data } = useQuery(
    alertsQuery({ namespace: run.namespace, cronjob: run.cronjobName, limit: LOOKED_AT }),
  );
  const id = data?.items.find(({ jobName }) => jobName === run.jobName)?.id;
  const alert = useQuery({ ...alertQuery(id ?? ''), enabled: id !== undefined });
  if (!alert.data) return null;
  return (
    <section aria-label="Its alert">
      <h3 className="mb-2 font-semibold">
        Its alert:{' '}
        <Link to="/alerts/$id" params={{ id: alert.data.id }} className="text-accent hover:underline">
          {alert.data.title}
        </Link>
      </h3>
      <div className="rounded-md border border-line">
        <AlertDeliveries deliveries={alert.data.deliveries} />
      </div>
    </section>
  );
}
