import type { Clock } from '../../lib/clock.ts';
import { formatTimestamp, parseTimestamp } from '../../lib/timestamp.ts';
import { parseSchedule } from '../../schedule/parse-schedule.ts';
import { type PreviewedSlot, previewSlots } from '../../schedule/preview-slots.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { scheduleWords } from '../../schedule/schedule-words.ts';
import { findZone, type Zone } from '../../schedule/zone.ts';
import type { AppInstance } from '../app-instance.ts';
import * as contract from '../contract/schedule-preview.ts';
import { RequestError } from '../errors.ts';

/** What the route of the preview calls. */
export interface SchedulePreviewPorts {
  readonly clock: Clock;
  /** Of the cluster's controller manager: CronJobs without a zone of their own run by its clock. */
  readonly controllerZone: Zone;
}

/** When a schedule would run, without any CronJob that has it. */
export function schedulePreviewRoutes(
  app: AppInstance,
  { clock, controllerZone }: SchedulePreviewPorts,
): void {
  app.get(
    '/schedule-preview',
    {
      schema: {
        summary: 'Tell when a schedule is due',
        querystring: contract.SchedulePreviewQuery,
        response: { 200: contract.SchedulePreview },
      },
    },
    async ({ query: { schedule: text, timeZone, from, count } }) => {
      const schedule = toSchedule(text);
      const zone = timeZone === undefined ? controllerZone : toZone(timeZone);
      const used = schedule.kind === 'cron' ? (schedule.zone ?? zone) : zone;
      const after = from === undefined ? clock.now() : parseTimestamp(from)!;
      return {
        schedule: text,
        timeZone: used.name,
        scheduleText: scheduleWords(text, zone.name),
        items: previewSlots(schedule, zone, after, count).map(toItem),
      };
    },
  );
}

function toSchedule(text: string): Schedule {
  const parsed = parseSchedule(text);
  if (parsed.kind === 'invalid') throw badParameter('schedule', parsed.reason);
  return parsed.schedule;
}

function toZone(name: string): Zone {
  const zone = findZone(name);
  if (zone !== null) return zone;
  throw badParameter(
    'timeZone',
    `There is no time zone ${name}. Write an IANA time zone, such as Europe/Berlin.`,
  );
}

function badParameter(parameter: string, message: string): RequestError {
  return new RequestError('bad_request', message, { parameter });
}

function toItem(slot: PreviewedSlot): contract.PreviewedSlot {
  return {
    kind: slot.kind,
    time: slot.kind === 'skipped' ? null : formatTimestamp(slot.at),
    localTime: slot.localTime,
    reason: slot.kind === 'slot' ? null : slot.why,
  };
}
