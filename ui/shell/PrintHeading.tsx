import { useLocation } from '@tanstack/react-router';
import { usePrinting } from '../ui/use-printing.ts';
import { useNow } from '../ui/use-now.ts';
import { absoluteLines } from '../util/time.ts';
import { filterWords } from './filter-words.ts';

/** On paper, which has no address: where this is from, of when, and what it was narrowed by. */
export function PrintHeading() {
  const printing = usePrinting();
  const { pathname, search } = useLocation();
  const now = useNow((now) => (printing ? Math.floor(now / 1_000) * 1_000 : 0));
  if (!printing) return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const filters = filterWords(search);
  return (
    <div className="mb-2 border-b-2 border-ink px-3 pb-1.5">
      <p className="flex flex-wrap justify-between gap-x-6">
        <strong className="font-semibold">Punctual</strong>
        <span>{absoluteLines(now, timeZone).join(' · ')}</span>
      </p>
      <p className="text-xs break-all text-mute">
        {location.host}
        {pathname}
        {filters.length > 0 && ` · ${filters.join(' · ')}`}
      </p>
    </div>
  );
}
