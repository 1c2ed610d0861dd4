import { Link } from '@tanstack/react-router';
import type { Alert } from '../../../src/api/contract/alert.ts';
import { SuggestedFix } from '../../ui/SuggestedFix.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Status } from '../../ui/Status.tsx';
import { Time } from '../../ui/Time.tsx';
import { counted } from '../../util/number.ts';

/** An active alert of this CronJob with what may help. */
export function AlertBanner({ alert }: { readonly alert: Alert }) {
  return (
    <Notice kind={alert.severity === 'critical' ? 'bad' : 'warn'}>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="sr-only">
          <Status kind={alert.severity} />
        </span>
        <Link to="/alerts/$id" params={{ id: alert.id }} className="font-semibold hover:underline">
          {alert.title}
        </Link>
        <span className="text-xs text-mute">
          raised <Time at={alert.createdAt} />
          {alert.occurrences > 1 && `, seen ${counted(alert.occurrences, 'time')}`}
          {alert.acknowledgedAt !== null &&
            `, acknowledged${alert.acknowledgedBy ? ` by ${alert.acknowledgedBy}` : ''}`}
        </span>
      </p>
      <p className="mt-0.5 break-words">{alert.message}</p>
      {alert.suggestedFix !== null && (
        <div className="mt-2 border-t border-line-strong/40 pt-2">
          <SuggestedFix text={alert.suggestedFix} />
        </div>
      )}
    </Notice>
  );
}
