import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { cronJobsQuery, monitorsQuery } from '../../api/queries.ts';
import { offeredNames } from '../../util/offered-names.ts';
import { qualifiedName } from '../../util/qualified-name.ts';
import type { ReportsSearch } from './reports-search.ts';

interface SubjectProps {
  readonly search: ReportsSearch;
  readonly onSearch: (change: ReportsSearch) => void;
  readonly className: string;
}

/** What a report is about: everything, a monitor, or a CronJob; choosing one lets go of the other. */
export function ReportSubject(props: SubjectProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <MonitorField {...props} />
      <CronJobField {...props} />
    </div>
  );
}

function MonitorField({ search, onSearch, className }: SubjectProps) {
  const { data } = useQuery(monitorsQuery());
  const names = (data?.items ?? []).map(qualifiedName);
  // What the address names stays to be seen while the list is on its way.
  const gone = search.monitor !== undefined && !names.includes(search.monitor) ? [search.monitor] : [];
  return (
    <label>
      Monitor
      <select
        value={search.monitor ?? ''}
        onChange={({ target }) => onSearch({ monitor: target.value || undefined, cronjob: undefined })}
        className={className}
      >
        <option value="">All CronJobs</option>
        {[...gone, ...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** A CronJob is found by a part of its name; a text that names none chooses none, and says so. */
function CronJobField({ search, onSearch, className }: SubjectProps) {
  const { cronjob: chosen = '' } = search;
  const { data } = useQuery(cronJobsQuery());
  const names = useMemo(() => new Set(data?.items.map(qualifiedName)), [data]);
  const [text, setText] = useState(chosen);
  const [seen, setSeen] = useState(chosen);
  // The address changed: by this field, or by the monitor, which lets go of the CronJob.
  if (chosen !== seen) {
    setSeen(chosen);
    if (chosen !== '' || names.has(text)) setText(chosen);
  }
  const offered = useMemo(() => offeredNames(names, text), [names, text]);
  const fieldId = useId();
  const listId = useId();
  const hintId = useId();
  const unknown = data !== undefined && text !== '' && !names.has(text);
  return (
    <div>
      <label htmlFor={fieldId}>CronJob</label>
      <input
        id={fieldId}
        value={text}
        list={listId}
        placeholder="namespace/name"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={unknown}
        aria-describedby={hintId}
        onChange={({ target: { value } }) => {
          setText(value);
          if (names.has(value)) onSearch({ cronjob: value, monitor: undefined });
          else if (chosen !== '') onSearch({ cronjob: undefined });
        }}
        className={className}
      />
      <span id={hintId} className="mt-1 block text-xs text-mute empty:hidden">
        {unknown && 'No CronJob has this name.'}
      </span>
      <datalist id={listId}>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  );
}
