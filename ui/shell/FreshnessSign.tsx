import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { coarseDurationText } from '../util/duration.ts';
import { useFreshness } from './use-freshness.ts';

/** How old what the page shows is. Nothing while it waits for the first answer. */
export function FreshnessSign() {
  const now = useNow(wholeSeconds);
  const freshness = useFreshness(now);
  if (freshness.kind === 'waiting') return null;
  if (freshness.at === null) return <span className="text-xs text-bad">no answer yet</span>;
  const age = coarseDurationText((now - freshness.at) / 1_000);
  return (
    <span className={`text-xs whitespace-nowrap ${freshness.kind === 'fresh' ? 'text-mute' : 'text-warn'}`}>
      updated {age} ago
    </span>
  );
}

/** A bar above the page while what it shows may no longer be true. */
export function FreshnessBar() {
  const now = useNow(wholeSeconds);
  const freshness = useFreshness(now);
  const client = useQueryClient();
  if (freshness.kind === 'waiting' || freshness.kind === 'fresh') return null;
  const age = freshness.at === null ? null : coarseDurationText((now - freshness.at) / 1_000);
  return (
    <section aria-label="Freshness" className="p-3 pb-0 md:px-4">
      <Notice kind="warn" className="items-center">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span role="alert">
            {freshness.kind === 'failing'
              ? 'The service does not answer properly.'
              : 'No new answer has come.'}
          </span>
          <span>{age === null ? 'There is nothing to show yet.' : `What you see is ${age} old.`}</span>
          <Button className="ml-auto" onClick={() => void client.refetchQueries({ type: 'active' })}>
            Retry
          </Button>
        </div>
      </Notice>
    </section>
  );
}

function wholeSeconds(now: number): number {
  return Math.floor(now / 1_000) * 1_000;
}
