import { Status } from '../../ui/Status.tsx';
import { Spark } from '../../ui/Spark.tsx';
import { Time } from '../../ui/Time.tsx';
import { CronJobLink, NextRunOf, SuccessRate } from './Cell.tsx';
import type { Row } from './select-rows.ts';

/** A row on a narrow screen: three lines instead of columns. */
export function CronJobCard({ row }: { readonly row: Row }) {
  return (
    <div role="cell" className="flex flex-col gap-0.5 px-3 py-2">
      <div className="flex items-center gap-2">
        <Status kind={row.health} iconOnly />
        <span className="min-w-0 flex-1 truncate">
          <CronJobLink row={row} />
        </span>
        <NextRunOf row={row} />
      </div>
      <div className="flex items-center gap-2 pl-[22px] text-xs text-mute">
        <span className="min-w-0 flex-1 truncate">{row.namespace}</span>
        <SuccessRate row={row} />
      </div>
      <div className="flex items-center justify-between gap-2 pl-[22px] text-xs text-mute">
        <Spark recent={row.recent} />
        {row.lastRun !== null && <Time at={row.lastRun} zone={row.timeZone} />}
      </div>
    </div>
  );
}
