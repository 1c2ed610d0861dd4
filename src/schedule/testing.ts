import { parseSchedule } from './parse-schedule.ts';
import type { Schedule } from './schedule.ts';
import { findZone, type Zone } from './zone.ts';

/** The schedule of a text that is known to be one. Throws otherwise. */
export function aSchedule(text: string): Schedule {
  const parsed = parseSchedule(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.schedule;
}

/** The zone of a name that is known to be one. Throws otherwise. */
export function aZone(name: string): Zone {
  const zone = findZone(name);
  if (zone === null) throw new Error(`There is no time zone ${name}.`);
  return zone;
}
