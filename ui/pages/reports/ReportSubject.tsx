import { useCronJobNames } from '../../api/use-cron-job-names.ts';
import { useMonitorOptions } from '../../api/use-monitor-options.ts';
import { NameField } from '../../ui/NameField.tsx';
import { Select } from '../../ui/Select.tsx';
import type { ReportsSearch } from './reports-search.ts';

/** What a report is about: everything, a monitor, or a CronJob; choosing one lets go of the other. */
export function ReportSubject(props: {
  readonly search: ReportsSearch;
  readonly onSearch: (change: ReportsSearch) => void;
  readonly className: string;
}) {
  const { search, onSearch } = props;
  const monitors = useMonitorOptions();
  const [names, ask] = useCronJobNames();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <label>
        Monitor
        <Select
          label="Monitor"
          all="All CronJobs"
          options={monitors}
          value={search.monitor}
          onChange={(monitor) => onSearch({ monitor, cronjob: undefined })}
          className="mt-1 block w-full border-line-strong"
        />
      </label>
      <label>
        CronJob
        <NameField
          label="CronJob"
          placeholder="namespace/name"
          value={search.cronjob}
          names={names}
          onAsk={ask}
          onChange={(cronjob) =>
            onSearch(cronjob === undefined ? { cronjob } : { cronjob, monitor: undefined })
          }
          className={props.className}
        />
      </label>
    </div>
  );
}
