import { Link } from '@tanstack/react-router';
import type { MonitorSummary } from '../../../src/api/contract/monitor.ts';
import { HealthCounts } from '../../ui/HealthCounts.tsx';
import { HealthDonut } from '../../ui/HealthDonut.tsx';
import { Status } from '../../ui/Status.tsx';
import { secondsText } from '../../util/duration.ts';
import { counted, countText, percentText } from '../../util/number.ts';
import { worstHealth } from './sort-monitors.ts';

const PARTS = [
  { key: 'critical', fill: 'bg-fill-bad' },
  { key: 'warning', fill: 'bg-fill-warn' },
  { key: 'healthy', fill: 'bg-fill-ok' },
] as const;

/** A monitor in the list; its bar is as long as its CronJobs are many, `most` being the full length. */
export function MonitorItem(props: {
  readonly monitor: MonitorSummary;
  readonly index: number;
  readonly most: number;
}) {
  const { monitor, index, most } = props;
  const { namespace, name, healthySummary: health, cronJobCount } = monitor;
  const worst = worstHealth(monitor);
  return (
    <li
      data-index={index}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-line px-3 py-3 last:border-b-0 focus-within:bg-hover hover:bg-hover md:grid-cols-[auto_minmax(0,2fr)_19rem_minmax(0,1fr)] xl:grid-cols-[auto_minmax(0,2fr)_19rem_22rem_minmax(0,2fr)]"
    >
      <HealthDonut health={health} size={44} />
      <div className="min-w-0">
        <Link
          to="/monitors/$namespace/$name"
          params={{ namespace, name }}
          data-row-link
          className="block truncate font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-xs text-mute">
          <span className="break-all">{namespace}</span>
          <span>{counted(cronJobCount, 'CronJob')}</span>
          {worst !== null && (
            <span className="sr-only">
              <Status kind={worst} />
            </span>
          )}
        </p>
      </div>
      <div className="max-md:col-span-2">
        {cronJobCount > 0 ? (
          <HealthCounts health={health} />
        ) : (
          <span className="text-mute">It selects no CronJob</span>
        )}
      </div>
      <RunFigures metrics={monitor.metrics} />
      <HealthBar health={health} most={most} />
    </li>
  );
}

/** How the runs of all its CronJobs went, each CronJob in its own window. */
function RunFigures({ metrics }: { readonly metrics: MonitorSummary['metrics'] }) {
  const { successRate, totalExecutions, avgDuration } = metrics;
  return (
    <dl className="flex flex-wrap gap-x-4 text-xs text-mute max-md:col-span-2 md:grid md:grid-cols-[6rem_5.5rem_8.5rem] md:justify-items-end md:max-xl:order-last md:max-xl:col-span-4">
      <Figure label="success" value={totalExecutions === 0 ? '—' : percentText(successRate)} />
      <Figure label={totalExecutions === 1 ? 'run' : 'runs'} value={countText(totalExecutions)} />
      <Figure label="on average" value={secondsText(avgDuration)} />
    </dl>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-1">
      <dt>{label}</dt>
      <dd className="text-sm font-medium text-ink">{value}</dd>
    </div>
  );
}

/** The counts as lengths; they stand beside it as numbers. */
function HealthBar({
  health,
  most,
}: {
  readonly health: MonitorSummary['healthySummary'];
  readonly most: number;
}) {
  const share = (count: number) => ({ width: `${most === 0 ? 0 : (count / most) * 100}%` });
  return (
    <div aria-hidden className="flex h-2.5 gap-0.5 forced-color-adjust-none max-md:col-span-2">
      {PARTS.map(
        ({ key, fill }) =>
          health[key] > 0 && <span key={key} className={`rounded-xs ${fill}`} style={share(health[key])} />,
      )}
    </div>
  );
}
