import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { alertQuery } from '../../api/queries.ts';
import { SuggestedFix } from '../../ui/SuggestedFix.tsx';
import { AlertDeliveries } from '../alert/Deliveries.tsx';

/** The alert that a run raised or added to: what may help, and whom it reached. Nothing until it is known. */
export function RunAlert({ id }: { readonly id: string }) {
  const alert = useQuery(alertQuery(id));
  if (!alert.data) return null;
  return (
    <section aria-label="Its alert">
      <h3 className="mb-2 font-semibold">
        Its alert:{' '}
        <Link to="/alerts/$id" params={{ id: alert.data.id }} className="text-accent hover:underline">
          {alert.data.title}
        </Link>
      </h3>
      {alert.data.suggestedFix !== null && (
        <div className="mb-3">
          <SuggestedFix text={alert.data.suggestedFix} />
        </div>
      )}
      <div className="rounded-md border border-line">
        <AlertDeliveries deliveries={alert.data.deliveries} />
      </div>
    </section>
  );
}
