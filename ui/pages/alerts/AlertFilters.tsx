import { X } from 'lucide-react';
import { useMonitorOptions } from '../../api/use-monitor-options.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { ALERT_TYPE_WORDS } from '../../util/alert-words.ts';
import { CronJobField } from './CronJobField.tsx';
import { ALERT_TYPES, type AlertsSearch, SEVERITIES } from './alerts-search.ts';

const STATE_OPTIONS = [
  { value: undefined, label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'resolved', label: 'Resolved' },
] as const;

const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({
  value,
  label: value[0]!.toUpperCase() + value.slice(1),
}));
const TYPE_OPTIONS = ALERT_TYPES.map((value) => ({ value, label: ALERT_TYPE_WORDS[value] }));
const RANGE_OPTIONS = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'days', label: 'Between two days' },
] as const;
const ACKNOWLEDGEMENT_OPTIONS = [
  { value: 'no', label: 'Not acknowledged' },
  { value: 'yes', label: 'Acknowledged' },
] as const;

/** What the alerts are narrowed by. */
export function AlertFilters(props: {
  readonly search: AlertsSearch;
  readonly onSearch: (change: AlertsSearch) => void;
}) {
  const { search, onSearch } = props;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Segments
        label="State"
        options={STATE_OPTIONS}
        value={search.state}
        onChange={(state) => onSearch({ state })}
      />
      <Select
        label="Severity"
        all="Any severity"
        options={SEVERITY_OPTIONS}
        value={search.severity}
        onChange={(severity) => onSearch({ severity })}
      />
      <Select
        label="Type"
        all="Any type"
        options={TYPE_OPTIONS}
        value={search.type}
        onChange={(type) => onSearch({ type })}
      />
      <Select
        label="Raised"
        all="Any time"
        options={RANGE_OPTIONS}
        value={search.range}
        onChange={(range) => onSearch({ range, from: undefined, to: undefined })}
      />
      {search.range === 'days' && (
        <>
          <DayField label="From" value={search.from} onChange={(from) => onSearch({ from })} />
          <DayField label="To" value={search.to} onChange={(to) => onSearch({ to })} />
        </>
      )}
      <Select
        label="Acknowledged"
        all="Acknowledged or not"
        options={ACKNOWLEDGEMENT_OPTIONS}
        value={search.ack}
        onChange={(ack) => onSearch({ ack })}
      />
      <Select
        label="Monitor"
        all="Any monitor"
        options={useMonitorOptions()}
        value={search.monitor}
        onChange={(monitor) => onSearch({ monitor })}
      />
      <CronJobField value={search.cronjob} onChange={(cronjob) => onSearch({ cronjob })} />
      <Chips search={search} onSearch={onSearch} />
    </search>
  );
}

/** A day of UTC, as the days of the list are. */
function DayField(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  return (
    <label className="flex items-center gap-1.5 text-mute">
      {props.label}
      <input
        type="date"
        data-tip="A day of UTC"
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.target.value || undefined)}
        className="h-7 rounded-[5px] border border-line bg-surface px-1.5 text-ink pointer-coarse:h-9"
      />
    </label>
  );
}

/** What is chosen, each to be let go of by itself. */
function Chips(props: { readonly search: AlertsSearch; readonly onSearch: (change: AlertsSearch) => void }) {
  const { search, onSearch } = props;
  const chosen = [
    { key: 'state', label: search.state && labelOf(STATE_OPTIONS, search.state) },
    { key: 'severity', label: search.severity && labelOf(SEVERITY_OPTIONS, search.severity) },
    { key: 'type', label: search.type && labelOf(TYPE_OPTIONS, search.type) },
    {
      key: 'range',
      label: search.range && search.range !== 'days' ? labelOf(RANGE_OPTIONS, search.range) : undefined,
    },
    { key: 'from', label: search.from && `from ${search.from}` },
    { key: 'to', label: search.to && `to ${search.to}` },
    { key: 'ack', label: search.ack && labelOf(ACKNOWLEDGEMENT_OPTIONS, search.ack) },
    { key: 'ns', label: search.ns && `namespace ${search.ns}` },
    { key: 'monitor', label: search.monitor && `monitor ${search.monitor}` },
    { key: 'cronjob', label: search.cronjob },
  ] as const;
  const chips = chosen.filter(({ label }) => label !== undefined);
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters in force" className="flex flex-wrap gap-1.5">
      {chips.map(({ key, label }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={`Not only ${label}`}
            onClick={() => onSearch({ [key]: undefined })}
            className="inline-flex h-7 items-center gap-1 rounded-full bg-tint-accent px-2.5 text-ink hover:brightness-95 pointer-coarse:h-9"
          >
            {label}
            <X size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

function labelOf(
  options: readonly { readonly value: string | undefined; readonly label: string }[],
  value: string,
): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
