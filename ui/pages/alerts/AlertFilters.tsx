import { X } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { ALERT_TYPE_WORDS } from '../../util/alert-words.ts';
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
] as const;

/** What the alerts are narrowed by; a CronJob comes from a link and can be let go of here. */
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
        onChange={(range) => onSearch({ range })}
      />
      {search.job !== undefined && (
        <Button onClick={() => onSearch({ job: undefined })} aria-label={`Not only ${search.job}`}>
          {search.job}
          <X size={14} aria-hidden />
        </Button>
      )}
    </search>
  );
}
