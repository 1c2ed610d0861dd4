import type { Attempt } from '../../../src/api/contract/execution.ts';
import { Status } from '../../ui/Status.tsx';
import { durationText } from '../../util/duration.ts';

/** How each attempt of a run ended, in the order in which they did. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <section aria-label="Attempts">
      <h3 className="mb-2 font-semibold">Attempts</h3>
      <ol className="flex flex-col gap-2">
        {attempts.map((attempt) => (
          <li key={attempt.number} className="rounded-md border border-line px-3 py-2">
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium">{attempt.number}</span>
              <Status kind={attempt.status} />
              <span>{whyText(attempt)}</span>
              <span className="ml-auto text-mute">{lengthText(attempt)}</span>
            </p>
            {attempt.message !== null && <p className="mt-1 break-words">{attempt.message}</p>}
            <p className="mt-1 text-xs break-all text-mute">
              {[attempt.podName, attempt.container, attempt.image, attempt.node && `on ${attempt.node}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function whyText(attempt: Attempt): string {
  const parts = [
    attempt.reason,
    attempt.exitCode === null ? null : `exit code ${attempt.exitCode}`,
    attempt.signal === null || attempt.signal === 0 ? null : `signal ${attempt.signal}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function lengthText({ startTime, completionTime }: Attempt): string {
  if (startTime === null || completionTime === null) return '';
  return durationText((Date.parse(completionTime) - Date.parse(startTime)) / 1_000);
}
