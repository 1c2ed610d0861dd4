import { useQuery } from '@tanstack/react-query';
import { CircleDashed, CircleSlash, Clock } from 'lucide-react';
import type { CronJobDetail } from '../../../src/api/contract/cron-job.ts';
import type { PreviewedSlot } from '../../../src/api/contract/schedule-preview.ts';
import type { Slot, SlotList } from '../../../src/api/contract/slot.ts';
import { schedulePreviewQuery, slotsQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { durationText } from '../../util/duration.ts';
import { countText } from '../../util/number.ts';
import { skipText } from '../../util/skip-text.ts';

/** The slots to come, with what a change of the clock does to them, and those of the last week that did not run in time. */
export function Slots({ cronJob }: { readonly cronJob: CronJobDetail }) {
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <Upcoming cronJob={cronJob} />
      <Passed cronJob={cronJob} />
    </div>
  );
}

function Upcoming({ cronJob }: { readonly cronJob: CronJobDetail }) {
  const idle = cronJob.suspended || cronJob.deletedAt !== null;
  const { data, error, refetch } = useQuery({ ...schedulePreviewQuery(cronJob), enabled: !idle });
  return (
    <Card
      title="Upcoming"
      beside={data && <span className="text-xs text-mute">on the clock of {data.timeZone}</span>}
    >
      {idle ? (
        <p className="p-3 text-mute">
          None: {cronJob.deletedAt === null ? 'it is suspended' : 'it was deleted'}.
        </p>
      ) : data ? (
        data.items.length === 0 ? (
          <p className="p-3 text-mute">
            None: {cronJob.scheduleProblem ?? 'the schedule names no instant to come'}
          </p>
        ) : (
          <ol>
            {data.items.map((slot) => (
              <UpcomingSlot
                key={`${slot.kind}/${slot.time ?? slot.localTime}`}
                slot={slot}
                zone={data.timeZone}
              />
            ))}
          </ol>
        )
      ) : error ? (
        <ErrorState what="The upcoming slots" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} label="Loading the upcoming slots" />
      )}
    </Card>
  );
}

/** `zone` is the one on whose clock the slot stands. */
function UpcomingSlot({ slot, zone }: { readonly slot: PreviewedSlot; readonly zone: string }) {
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0">
      <span className={slot.kind === 'skipped' ? 'text-mute line-through' : ''}>
        {slot.localTime.replace('T', ' ')}
      </span>
      {slot.reason !== null && <span className="text-xs text-warn">{slot.reason}</span>}
      {slot.time !== null && (
        <span className="ml-auto text-mute">
          <Time at={slot.time} zone={zone} />
        </span>
      )}
    </li>
  );
}

function Passed({ cronJob }: { readonly cronJob: CronJobDetail }) {
  const { data, error, refetch } = useQuery(slotsQuery(cronJob));
  return (
    <Card title="Slots" beside={<span className="text-xs text-mute">7 days</span>}>
      {data ? (
        <>
          <Totals totals={data.totals} />
          <Exceptions slots={data.items} zone={cronJob.timeZone} />
        </>
      ) : error ? (
        <ErrorState what="The slots" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} label="Loading the slots" />
      )}
    </Card>
  );
}

const WORDS = { ran: 'on time', late: 'late', skipped: 'without a run', unknown: 'unknown' } as const;

function Totals({ totals }: { readonly totals: SlotList['totals'] }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 px-3 py-2">
      {(['ran', 'late', 'skipped', 'unknown'] as const).map((outcome) => (
        <div key={outcome} className="flex gap-1.5">
          <dt className="order-last text-mute">{WORDS[outcome]}</dt>
          <dd className={totals[outcome] === 0 ? 'text-mute' : 'font-semibold'}>
            {countText(totals[outcome])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Only so many stand here; the timeline has all. */
const SHOWN = 12;

function Exceptions({ slots, zone }: { readonly slots: readonly Slot[]; readonly zone: string | null }) {
  const exceptions = slots.filter(({ outcome }) => outcome !== null && outcome !== 'ran');
  if (exceptions.length === 0) return null;
  return (
    <ul>
      {exceptions.slice(0, SHOWN).map((slot) => (
        <Exception key={slot.time} slot={slot} zone={zone} />
      ))}
    </ul>
  );
}

function Exception({ slot, zone }: { readonly slot: Slot; readonly zone: string | null }) {
  const Icon = slot.outcome === 'late' ? Clock : slot.outcome === 'unknown' ? CircleDashed : CircleSlash;
  return (
    <li className="flex gap-2 border-t border-line px-3 py-1.5">
      <Icon
        size={14}
        aria-hidden
        className={`mt-0.5 shrink-0 ${slot.outcome === 'unknown' || slot.reason === 'Suspended' ? 'text-mute' : 'text-warn'}`}
      />
      <span className="min-w-0 flex-1">
        {exceptionText(slot)}
        {slot.message !== null && <span className="block text-xs break-words text-mute">{slot.message}</span>}
      </span>
      <span className="text-mute">
        <Time at={slot.time} zone={zone} />
      </span>
    </li>
  );
}

function exceptionText({ outcome, reason, run }: Slot): string {
  if (outcome === 'late') return `Started ${durationText(run?.startLatency ?? 0)} late`;
  if (outcome === 'unknown') return 'Unknown: Punctual did not watch, and no trace is left';
  return `Not started: ${skipText(reason)}`;
}
