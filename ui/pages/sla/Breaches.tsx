import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Alert } from '../../../src/api/contract/alert.ts';
import { alertsQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { More } from '../../ui/More.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { useMore } from '../../ui/use-more.ts';
import { useNow } from '../../ui/use-now.ts';
import { countText } from '../../util/number.ts';
import { stateText } from '../alerts/state-text.ts';
import { type SlaSearch, toSlaFilter } from './sla-search.ts';

const DAY = 86_400_000;
/** As far back as the service counts breaches. */
const DAYS = 90;
const STEP = 50;

/** When which CronJob broke which promise: the alerts of the SLA, newest first. */
export function Breaches({ search }: { readonly search: SlaSearch }) {
  const today = useNow((now) => Math.floor(now / DAY) * DAY);
  const [limit, more] = useMore(STEP, JSON.stringify(search));
  const from = new Date(today - DAYS * DAY).toISOString();
  const { data, error, refetch } = useQuery(
    alertsQuery({ type: 'slaViolation', ...toSlaFilter(search), from, limit }),
  );
  return (
    <Card
      title="Breach history"
      beside={
        <span className="text-xs text-mute">
          {data && `${countText(data.total)} in `}
          {DAYS} days
        </span>
      }
    >
      {data ? (
        data.items.length > 0 ? (
          <ul>
            {data.items.map((alert) => (
              <Breach key={alert.id} alert={alert} />
            ))}
          </ul>
        ) : (
          <p className="p-3 text-mute">No promise was broken.</p>
        )
      ) : error ? (
        <ErrorState what="The breach history" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} label="Loading the breach history" />
      )}
      {data && (
        <More
          shown={data.items.length}
          total={data.total}
          onMore={more}
          beyond={
            <Link
              to="/alerts"
              search={{ type: 'slaViolation', ...search, range: 'days', from: from.slice(0, 10) }}
              className="text-accent underline"
            >
              The alerts by time have the rest
            </Link>
          }
        />
      )}
    </Card>
  );
}

function Breach({ alert }: { readonly alert: Alert }) {
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0 hover:bg-hover">
      <p className="flex gap-2">
        <Link
          to="/alerts/$id"
          params={{ id: alert.id }}
          className={`min-w-0 break-words hover:underline ${alert.active ? 'font-medium' : ''}`}
        >
          {alert.title}
        </Link>
        <span className="ml-auto shrink-0 text-xs text-mute">
          <Time at={alert.createdAt} />
        </span>
      </p>
      <p className="text-xs text-mute">
        {alert.namespace} · {alert.reason} · {stateText(alert)}
      </p>
    </li>
  );
}
