import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { cronJobsQuery } from '../../api/queries.ts';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { offeredNames } from '../../util/offered-names.ts';
import { qualifiedNameOf } from '../../util/search-params.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

/**
 * Chooses a CronJob, `namespace/name`, by typing a part of it. The names are asked for when the field
 * has the focus: there may be thousands, and most readers want none of them.
 */
export function CronJobField(props: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  // What is typed while the field has the focus; null when it has not.
  const [typed, setTyped] = useState<string | null>(null);
  const { data } = useQuery({ ...cronJobsQuery(), enabled: typed !== null });
  const names = useMemo(() => new Set(data?.items.map(qualifiedName)), [data]);
  const offered = typed === null ? [] : offeredNames(names, typed);
  useShortcuts((shortcut) => {
    if (shortcut !== 'search') return false;
    field.current?.select();
    return true;
  });
  const type = (text: string) => {
    setTyped(text);
    if (text === '') props.onChange(undefined);
    else if (names.has(text)) props.onChange(text);
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        aria-label="CronJob"
        placeholder="Any CronJob"
        list={listId}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? props.value ?? ''}
        onFocus={() => setTyped(props.value ?? '')}
        onBlur={() => setTyped(null)}
        onChange={(event) => type(event.target.value)}
        // One that is not there any more has alerts too.
        onKeyDown={(event) => {
          const name = qualifiedNameOf(typed);
          if (event.key === 'Enter' && name !== undefined) props.onChange(name);
        }}
        className="h-7 w-56 min-w-0 rounded-[5px] border border-line bg-surface px-2 max-sm:grow pointer-coarse:h-9"
      />
      <datalist id={listId}>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
