import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CornerDownLeft, PanelsTopLeft, Palette, Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { cronJobsQuery } from '../../api/queries.ts';
import { Status } from '../../ui/Status.tsx';
import { useModal } from '../../ui/use-modal.ts';
import type { Theme } from '../theme.ts';
import { allCommands, type Command, selectCommands } from './commands.ts';

/**
 * A dialog in which a page, a CronJob or a theme is found by its name: a field whose list is moved
 * through with the arrow keys while the focus stays in it. Mount it to open it.
 */
export function CommandPalette(props: {
  readonly onTheme: (theme: Theme) => void;
  readonly onClose: () => void;
}) {
  const modal = useModal(props.onClose);
  const listId = useId();
  const navigate = useNavigate();
  const { data } = useQuery(cronJobsQuery());
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const wanted = useDeferredValue(query);
  const all = useMemo(() => allCommands(data?.items ?? []), [data]);
  const found = useMemo(() => selectCommands(all, wanted), [all, wanted]);
  const index = Math.min(active, found.length - 1);
  useEffect(() => {
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, index]);
  const run = (command: Command) => {
    props.onClose();
    if (command.kind === 'theme') props.onTheme(command.theme);
    else if (command.kind === 'page') void navigate({ to: command.to });
    else void navigate({ to: '/cronjobs/$namespace/$name', params: command });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setActive((index + step + found.length) % found.length);
    else if (event.key === 'Enter' && found[index]) run(found[index]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      {...modal}
      data-palette
      aria-label="Go to"
      closedby="any"
      className="fixed inset-x-0 top-[12vh] mx-auto my-0 w-[calc(100%-1.5rem)] max-w-[560px] rounded-md border border-line bg-surface text-ink shadow-2xl backdrop:bg-black/35"
    >
      <label className="flex h-11 items-center gap-2 border-b border-line px-3">
        <Search size={15} aria-hidden className="shrink-0 text-mute" />
        <span className="sr-only">Search CronJobs, pages and themes</span>
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${listId}-${index}` : undefined}
          value={query}
          placeholder="CronJob, page or theme"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5"
      >
        {found.map((command, at) => (
          <Option
            key={command.id}
            id={`${listId}-${at}`}
            command={command}
            selected={at === index}
            onHover={() => setActive(at)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      <output className="block empty:hidden">
        {found.length === 0 && (
          <span className="block px-3 pb-4 text-center text-mute">Nothing has that name</span>
        )}
      </output>
    </dialog>
  );
}

function Option(props: {
  readonly id: string;
  readonly command: Command;
  readonly selected: boolean;
  readonly onHover: () => void;
  readonly onRun: () => void;
}) {
  const { command, selected } = props;
  return (
    // The focus stays in the field, which has the keys; here there is only the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onPointerMove={props.onHover}
      onClick={props.onRun}
      className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-[5px] px-2 aria-selected:bg-tint-accent pointer-coarse:min-h-10"
    >
      <Mark command={command} />
      <span className="min-w-0 flex-1 truncate">
        {command.kind === 'cronJob' ? (
          <>
            <span className="font-medium">{command.name}</span>{' '}
            <span className="ml-1 text-xs text-mute">{command.namespace}</span>
          </>
        ) : (
          command.label
        )}
      </span>
      {selected && <CornerDownLeft size={13} aria-hidden className="shrink-0 text-mute" />}
    </div>
  );
}

function Mark({ command }: { readonly command: Command }) {
  if (command.kind === 'cronJob') return <Status kind={command.health} iconOnly />;
  const Icon = command.kind === 'page' ? PanelsTopLeft : Palette;
  return <Icon size={14} aria-hidden className="shrink-0 text-mute" />;
}
