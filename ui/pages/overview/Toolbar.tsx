import { Search, X } from 'lucide-react';
import { memo, useRef } from 'react';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { CsvLink } from '../../ui/CsvLink.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { counted } from '../../util/number.ts';
import type { OverviewSearch } from './overview-search.ts';
import { TIMELINE_RANGE_NAMES } from '../../charts/timeline-axis.ts';
import { Select } from '../../ui/Select.tsx';

const VIEWS = [
  { value: undefined, label: 'Table' },
  { value: 'timeline', label: 'Timeline' },
] as const;
const RANGE_OPTIONS = TIMELINE_RANGE_NAMES.map((value) => ({
  value,
  label: value.replace(/(?=[hd])/, ' '),
}));

/** Search, namespace, and how many rows they leave. */
export const Toolbar = memo(function Toolbar(props: {
  readonly search: OverviewSearch;
  readonly onSearch: (change: OverviewSearch) => void;
  readonly namespaces: readonly string[];
  readonly shown: number;
}) {
  const { search, onSearch, namespaces } = props;
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <SearchField text={search.q ?? ''} onText={(text) => onSearch({ q: text || undefined })} />
      <Select
        label="Namespace"
        all="All namespaces"
        options={namespaces.map((value) => ({ value, label: value }))}
        value={search.ns}
        onChange={(ns) => onSearch({ ns })}
      />
      <output className="text-xs text-mute">{counted(props.shown, 'CronJob')} shown</output>
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {search.view === 'timeline' && (
          <Segments
            label="How far back"
            options={RANGE_OPTIONS}
            value={search.range ?? '24h'}
            onChange={(range) => onSearch({ range: range === '24h' ? undefined : range })}
          />
        )}
        <CsvLink path="/api/v1/export/cronjobs" filter={toExportFilter(search)} />
        <CsvLink of="Runs" path="/api/v1/export/executions" filter={toExportFilter(search)} />
        <Segments
          label="View"
          options={VIEWS}
          value={search.view}
          onChange={(view) => onSearch({ view, range: undefined })}
        />
      </div>
    </search>
  );
});

/** The rows that are shown, in the parameters of the exports. */
function toExportFilter({ q, ns, status }: OverviewSearch) {
  return { namespace: ns, state: status, search: q };
}

function SearchField(props: { readonly text: string; readonly onText: (text: string) => void }) {
  const { text, onText } = props;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts((shortcut) => {
    if (shortcut !== 'search') return false;
    field.current?.select();
    return true;
  });
  return (
    <label className="flex h-7 w-full items-center gap-2 rounded-[5px] border border-line pl-2 focus-within:outline-2 focus-within:outline-accent sm:w-64 pointer-coarse:h-9">
      <Search size={14} aria-hidden className="shrink-0 text-mute" />
      <span className="sr-only">Search CronJobs</span>
      <input
        ref={field}
        type="text"
        value={text}
        placeholder="Search name or namespace"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className="min-w-0 flex-1 bg-transparent outline-none"
      />
      {text === '' ? (
        <kbd className="px-2 text-xs text-mute pointer-coarse:hidden">/</kbd>
      ) : (
        <IconButton label="Clear the search" look="quiet" className="h-6 w-6" onClick={() => onText('')}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </label>
  );
}
