import { elapsedText, isLate, nextRunText, relativeText } from '../util/time.ts';
import { useNow } from './use-now.ts';

interface Instant {
  /** RFC 3339. */
  readonly at: string;
  /** The CronJob's zone, shown in the tooltip beside UTC; null when it names none. */
  readonly zone?: string | null;
}

/** An instant relative to now; the absolute time in the CronJob's zone and in UTC is its tooltip. */
export function Time({ at, zone = null }: Instant) {
  const text = useNow((now) => relativeText(Date.parse(at), now));
  return (
    <time dateTime={at} data-tip-at={at} data-tip-zone={zone ?? undefined} className="whitespace-nowrap">
      {text}
    </time>
  );
}

/** When the next run starts, or by how much it is late. */
export function NextRun({ at, zone = null }: Instant) {
  const text = useNow((now) => nextRunText(Date.parse(at), now));
  const late = useNow((now) => isLate(Date.parse(at), now));
  return (
    <time
      dateTime={at}
      data-tip-at={at}
      data-tip-zone={zone ?? undefined}
      className={`whitespace-nowrap ${late ? 'font-medium text-warn' : ''}`}
    >
      {text}
    </time>
  );
}

/** How long something has been going on. */
export function Elapsed({ since }: { readonly since: string }) {
  const text = useNow((now) => elapsedText(Date.parse(since), now));
  return (
    <time dateTime={since} data-tip-at={since} className="whitespace-nowrap">
      {text}
    </time>
  );
}
