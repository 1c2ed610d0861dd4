import { memo, type ReactNode } from 'react';
import { Status, StatusShape } from '../../ui/Status.tsx';
import { HEALTHS, type Health } from '../../util/health.ts';
import { counted, countText, percentText } from '../../util/number.ts';
import type { Summary } from './select-rows.ts';

/** The numbers over all CronJobs; the five status counts are the status filter. */
export const SummaryCards = memo(function SummaryCards(props: {
  readonly summary: Summary;
  /** Null while it is not known. */
  readonly activeAlerts: number | null;
  readonly status: Health | undefined;
  readonly onStatus: (status: Health | undefined) => void;
}) {
  const { summary, activeAlerts } = props;
  return (
    <div className="grid gap-3 lg:grid-cols-[3fr_5fr]">
      <dl aria-label="Summary" className={`${FRAME} grid-cols-3`}>
        <Fact label="CronJobs" value={countText(summary.total)} />
        <Fact
          label="Success rate"
          value={summary.successRate === null ? '—' : percentText(summary.successRate)}
          note={summary.successRate === null ? 'no finished runs' : counted(summary.finishedRuns, 'run')}
        />
        <Fact label="Active alerts" value={activeAlerts === null ? '—' : countText(activeAlerts)} />
      </dl>
      <div role="group" data-print aria-label="Filter by status" className={`${FRAME} grid-cols-5`}>
        {HEALTHS.map((health) => {
          const pressed = props.status === health;
          return (
            <button
              key={health}
              type="button"
              data-print
              aria-pressed={pressed}
              onClick={() => props.onStatus(pressed ? undefined : health)}
              className={`min-w-0 px-1.5 py-2 text-left focus-visible:-outline-offset-2 sm:px-3 ${
                pressed ? 'bg-tint-accent shadow-[inset_0_-2px_var(--accent)]' : 'bg-surface hover:bg-hover'
              }`}
            >
              <span className="flex items-center gap-1 text-base font-semibold sm:text-xl">
                {countText(summary.byHealth[health])}
                <span className="sm:hidden">
                  <StatusShape kind={health} />
                </span>
              </span>
              <span className="block text-[0.6875rem] tracking-tight sm:text-sm sm:tracking-normal [&_svg]:max-sm:hidden">
                <Status kind={health} />
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
});

/** Holds their place while the numbers are on their way, so that nothing below moves when they come. */
export function SummarySkeleton() {
  return (
    <div aria-hidden className="grid gap-3 lg:grid-cols-[3fr_5fr]">
      <div className="h-15 rounded-md border border-line bg-surface sm:h-16" />
      <div className="h-15 rounded-md border border-line bg-surface sm:h-16" />
    </div>
  );
}

const FRAME = 'grid gap-px overflow-hidden rounded-md border border-line bg-line';

function Fact(props: { readonly label: string; readonly value: string; readonly note?: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-3 py-2">
      <dt className="sr-only">{props.label}</dt>
      <dd className="text-base font-semibold sm:text-xl">{props.value}</dd>
      <dd className="truncate text-[0.6875rem] tracking-tight text-mute sm:text-sm sm:tracking-normal">
        <span aria-hidden>{props.label}</span>
        {props.note && <span className="hidden 2xl:inline"> · {props.note}</span>}
      </dd>
    </div>
  );
}
