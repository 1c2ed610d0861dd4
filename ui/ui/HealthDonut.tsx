import type { MonitorSummary } from '../../src/api/contract/monitor.ts';
import { donut } from '../charts/donut.ts';

type Health = MonitorSummary['healthySummary'];

/** From the top, the worst first. */
const ORDER = ['critical', 'warning', 'healthy'] as const;
const FILLS = { critical: 'fill-fill-bad', warning: 'fill-fill-warn', healthy: 'fill-fill-ok' } as const;

/** How many CronJobs are in which health, as a ring. The numbers stand beside it: for readers it is hidden. */
export function HealthDonut({ health, size }: { readonly health: Health; readonly size: number }) {
  const radius = size / 2;
  const parts = donut(
    ORDER.map((key) => ({ key, count: health[key] })),
    radius,
  );
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-radius} ${-radius} ${size} ${size}`}
      aria-hidden
      className="shrink-0 forced-color-adjust-none"
    >
      {parts.length === 0 && (
        <circle r={radius * 0.81} fill="none" strokeWidth={radius * 0.38} className="stroke-fill-none" />
      )}
      {parts.map(({ key, path }) => (
        <path key={key} d={path} className={FILLS[key]} />
      ))}
    </svg>
  );
}
