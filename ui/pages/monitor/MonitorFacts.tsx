import { CalendarSearch } from 'lucide-react';
import { useMemo } from 'react';
import type { MonitorDetail } from '../../../src/api/contract/monitor.ts';
import { Card } from '../../ui/Card.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HealthCounts } from '../../ui/HealthCounts.tsx';
import { HealthDonut } from '../../ui/HealthDonut.tsx';
import { countText } from '../../util/number.ts';
import { yamlText } from '../../util/yaml-text.ts';
import { CronJobTable } from '../overview/CronJobTable.tsx';
import type { Sort } from '../overview/overview-search.ts';
import { sortRows, toRows } from '../overview/select-rows.ts';
import { Conditions } from './Conditions.tsx';
import { MonitorMetrics } from './MonitorMetrics.tsx';
import { SuccessBars } from './SuccessBars.tsx';

/** Everything that is known of a monitor. */
export function MonitorFacts(props: {
  readonly monitor: MonitorDetail;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
}) {
  const { monitor, sort } = props;
  const rows = useMemo(() => toRows(monitor.cronJobs), [monitor.cronJobs]);
  const sorted = useMemo(() => sortRows(rows, sort), [rows, sort]);
  return (
    <>
      <MonitorMetrics monitor={monitor} />
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-3">
          <Card title="Health">
            <div className="flex items-center gap-5 p-3">
              <HealthDonut health={monitor.healthySummary} size={88} />
              <HealthCounts column health={monitor.healthySummary} />
            </div>
          </Card>
          <Conditions conditions={monitor.conditions} />
        </div>
        <SuccessBars cronJobs={monitor.cronJobs} />
      </div>
      <Card title="CronJobs" beside={<span className="text-xs text-mute">{countText(rows.length)}</span>}>
        {rows.length > 0 ? (
          <CronJobTable rows={sorted} sort={sort} onSort={props.onSort} />
        ) : (
          <EmptyState icon={CalendarSearch} title="It selects no CronJob">
            <p>
              All conditions of <code>spec.selector</code> must hold. Without namespaces it looks in its own,{' '}
              {monitor.namespace}.
            </p>
          </EmptyState>
        )}
      </Card>
      <CodeBlock label="Spec, as it stands in the cluster" text={yamlText(monitor.spec)} />
    </>
  );
}
