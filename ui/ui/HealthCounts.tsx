import type { MonitorSummary } from '../../src/api/contract/monitor.ts';
import { countText } from '../util/number.ts';
import { Status } from './Status.tsx';

const ORDER = ['critical', 'warning', 'healthy'] as const;

/** How many CronJobs are in which health, each with its shape and word; zeros stand back. */
export function HealthCounts({
  health,
  column = false,
}: {
  readonly health: MonitorSummary['healthySummary'];
  readonly column?: boolean;
}) {
  return (
    <ul aria-label="Health" className={`flex gap-x-4 gap-y-1 ${column ? 'flex-col' : 'flex-wrap'}`}>
      {ORDER.map((key) => (
        <li key={key} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <span className={health[key] === 0 ? 'text-mute' : 'font-semibold'}>{countText(health[key])}</span>
          <Status kind={key} />
        </li>
      ))}
    </ul>
  );
}
