import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { Alert } from '../../../src/api/contract/alert.ts';
import { useAcknowledge } from '../../api/use-acknowledge.ts';
import { readChoice } from '../../shell/stored-choice.ts';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Status } from '../../ui/Status.tsx';
import { Time } from '../../ui/Time.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ALERT_TYPE_WORDS } from '../../util/alert-words.ts';
import { stateText } from './state-text.ts';
import { dayText, groupByDay } from './group-by-day.ts';

/** Alerts under the day on which they were raised; j and k walk through them, a acknowledges. */
export function AlertDays({ alerts }: { readonly alerts: readonly Alert[] }) {
  const body = useRef<HTMLDivElement>(null);
  const days = useMemo(() => groupByDay(alerts), [alerts]);
  const numbers = useMemo(() => new Map(alerts.map((alert, index) => [alert.id, index])), [alerts]);
  useRowKeys(body, alerts.length);
  const { mutate, isPending, error } = useAcknowledge();
  useShortcuts((shortcut) => {
    if (shortcut !== 'acknowledge') return false;
    const alert = focusedAlert(body.current, alerts);
    if (alert === null || isPending) return false;
    const by = readChoice('name');
    mutate({ id: alert.id, request: by === null ? {} : { by } });
    return true;
  });
  return (
    <div ref={body}>
      {error && <Notice kind="bad">Not acknowledged: {error.message}</Notice>}
      {days.map((day) => (
        <section key={day.date} aria-label={day.date} className="border-t border-line first:border-t-0">
          <h2 className="bg-hover px-3 py-1.5 text-xs font-medium text-mute">
            <DayName date={day.date} />
          </h2>
          <ul>
            {day.alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} index={numbers.get(alert.id)!} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The alert whose row has the focus, while it can still be acknowledged. */
function focusedAlert(body: HTMLElement | null, alerts: readonly Alert[]): Alert | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  if (!row || !body?.contains(row)) return null;
  const alert = alerts[Number(row.dataset['index'])];
  return alert?.active && alert.acknowledgedAt === null ? alert : null;
}

function DayName({ date }: { readonly date: string }) {
  return useNow((now) => dayText(date, now));
}

function AlertRow({ alert, index }: { readonly alert: Alert; readonly index: number }) {
  return (
    <li
      data-index={index}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-t border-line px-3 py-2 focus-within:bg-hover hover:bg-hover"
    >
      <span className="sm:w-20">
        <span className="sm:hidden">
          <Status kind={alert.severity} iconOnly />
        </span>
        <span className="max-sm:hidden">
          <Status kind={alert.severity} />
        </span>
      </span>
      <span className="min-w-0">
        <Link
          to="/alerts/$id"
          params={{ id: alert.id }}
          data-row-link
          className={`line-clamp-2 break-words hover:underline ${alert.active ? 'font-medium' : ''}`}
        >
          {alert.title}
        </Link>
        <span className="line-clamp-2 text-xs break-words text-mute">
          {alert.namespace} · {alert.message}
        </span>
        <span className="block text-xs text-mute sm:hidden">{stateText(alert)}</span>
      </span>
      <span className="text-right text-xs text-mute">
        <span className="block text-sm">
          <Time at={alert.createdAt} />
        </span>
        <span className={`max-sm:hidden ${alert.active ? 'text-ink' : ''}`}>{stateText(alert)}</span>
        <span className="max-md:hidden"> · {ALERT_TYPE_WORDS[alert.type]}</span>
      </span>
    </li>
  );
}
