import { CircleCheck, CircleX } from 'lucide-react';
import type { MatchingFix, SuggestedFixResult } from '../../../src/api/contract/suggested-fix.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SuggestedFix } from '../../ui/SuggestedFix.tsx';
import { qualifiedName } from '../../util/qualified-name.ts';

/** The fields of a pattern in words. */
const FIELDS: Readonly<Record<string, string>> = {
  exitCode: 'The exit code',
  exitCodeRange: 'The range of exit codes',
  reason: 'The reason',
  reasonPattern: 'The pattern of the reason',
  logPattern: 'The pattern of the log',
  eventPattern: 'The pattern of the events',
};

/** What the alert would suggest, which conditions of the pattern hold, and what else fits. */
export function PatternResult(props: {
  readonly result: SuggestedFixResult | undefined;
  readonly error: Error | null;
  readonly hasPattern: boolean;
}) {
  const { result, error } = props;
  return (
    <output className="flex flex-col gap-3 p-3">
      {error ? (
        <Notice kind="bad">{error.message}</Notice>
      ) : (
        result && (
          <>
            {!props.hasPattern && (
              <p className="text-mute">
                The pattern needs a condition and a suggestion; until then the others alone are tried.
              </p>
            )}
            <ul className="flex flex-col gap-1 empty:hidden">
              {result.conditions.map((condition) => (
                <Condition key={condition.field} {...condition} />
              ))}
            </ul>
            {result.fix === null ? (
              <p>Nothing fits: the alert would suggest nothing.</p>
            ) : (
              <SuggestedFix text={result.fix.suggestion} />
            )}
            <Matches matches={result.matches} />
          </>
        )
      )}
    </output>
  );
}

function Condition({ field, holds }: SuggestedFixResult['conditions'][number]) {
  const Icon = holds ? CircleCheck : CircleX;
  const name = FIELDS[field.replace(/^match\./, '')] ?? field;
  return (
    <li className="flex items-center gap-1.5">
      <Icon
        size={14}
        strokeWidth={2.25}
        aria-hidden
        className={`shrink-0 ${holds ? 'text-ok' : 'text-bad'}`}
      />
      {name} {holds ? 'fits' : 'does not fit'}
    </li>
  );
}

/** All that fit; the first one is what the alert tells. */
function Matches({ matches }: { readonly matches: readonly MatchingFix[] }) {
  if (matches.length < 2) return matches.map((match) => <From key={match.name} match={match} />);
  return (
    <div>
      <p className="text-mute">In this order, these fit:</p>
      <ol className="list-decimal pl-5">
        {matches.map((match) => (
          <li key={`${match.source}/${match.name}`}>
            <From match={match} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function From({ match }: { readonly match: MatchingFix }) {
  const { monitor } = match;
  const whose =
    match.source === 'draft'
      ? 'your pattern'
      : monitor === null
        ? `built in: ${match.name}`
        : `${match.name} of the monitor ${qualifiedName(monitor)}`;
  return <p className="text-mute">{whose}</p>;
}
