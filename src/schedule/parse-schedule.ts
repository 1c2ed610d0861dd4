import { parseGoDuration } from './go-duration.ts';
import { type FieldBounds, parseField } from './parse-field.ts';
import type { FieldSet, Schedule } from './schedule.ts';
import { findZone, UTC, type Zone } from './zone.ts';

export type ParsedSchedule =
  | { readonly kind: 'schedule'; readonly schedule: Schedule }
  | { readonly kind: 'invalid'; readonly reason: string };

const FIELDS: readonly FieldBounds[] = [
  { label: 'minute', min: 0, max: 59, names: {} },
  { label: 'hour', min: 0, max: 23, names: {} },
  { label: 'day of month', min: 1, max: 31, names: {} },
  {
    label: 'month',
    min: 1,
    max: 12,
    names: {
      jan: 1,
      feb: 2,
      mar: 3,
      apr: 4,
      may: 5,
      jun: 6,
      jul: 7,
      aug: 8,
      sep: 9,
      oct: 10,
      nov: 11,
      dec: 12,
    },
  },
  { label: 'day of week', min: 0, max: 6, names: { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 } },
];

const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** What Go's strings.Fields splits at, which is not JavaScript's \s. */
const BLANKS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/**
 * Reads spec.schedule exactly as Kubernetes does (robfig/cron v3, ParseStandard). `reason` is a
 * sentence for whoever wrote the schedule.
 */
export function parseSchedule(text: string): ParsedSchedule {
  const prefix = /^(?:CRON_)?TZ=/.exec(text);
  if (prefix === null) return parseUnprefixed(text, null);
  const blank = text.indexOf(' ');
  if (blank === -1) return invalid(`After \`${text}\` the schedule itself is missing.`);
  const name = text.slice(prefix[0].length, blank);
  const zone = prefixZone(name);
  if (zone === undefined) return invalid(`There is no time zone \`${name}\`.`);
  return parseUnprefixed(trimBlanks(text.slice(blank)), zone);
}

/** Undefined when there is none of that name; null for `Local`, the zone of whoever runs the schedule. */
function prefixZone(name: string): Zone | null | undefined {
  if (name === 'Local') return null;
  return name === '' ? UTC : (findZone(name) ?? undefined);
}

function parseUnprefixed(text: string, zone: Zone | null): ParsedSchedule {
  if (!text.startsWith('@')) return parseFields(text, zone);
  if (text.startsWith('@every ')) return parseEvery(text.slice('@every '.length));
  if (Object.hasOwn(DESCRIPTORS, text)) return parseFields(DESCRIPTORS[text]!, zone);
  return invalid(
    `Kubernetes does not know \`${text}\`; it knows ${Object.keys(DESCRIPTORS).join(', ')} and @every <duration>.`,
  );
}

function parseEvery(text: string): ParsedSchedule {
  const ms = parseGoDuration(text);
  if (ms === null) {
    return invalid(`\`${text}\` after @every is not a duration with a unit, such as 90s, 15m or 1h30m.`);
  }
  return {
    kind: 'schedule',
    schedule: { kind: 'every', periodMs: Math.max(1, Math.floor(ms / 1_000)) * 1_000 },
  };
}

function parseFields(text: string, zone: Zone | null): ParsedSchedule {
  const texts = trimBlanks(text).split(BLANKS);
  if (text === '' || texts[0] === '') return invalid('The schedule is empty.');
  if (texts.length !== FIELDS.length) {
    return invalid(
      `A schedule has 5 fields (minute, hour, day of month, month, day of week); \`${text}\` has ${texts.length}.`,
    );
  }
  const fields: FieldSet[] = [];
  for (const [index, bounds] of FIELDS.entries()) {
    const parsed = parseField(texts[index]!, bounds);
    if (parsed.kind === 'invalid') return parsed;
    fields.push(parsed.field);
  }
  const [minutes, hours, daysOfMonth, months, daysOfWeek] = fields as [
    FieldSet,
    FieldSet,
    FieldSet,
    FieldSet,
    FieldSet,
  ];
  return {
    kind: 'schedule',
    schedule: { kind: 'cron', minutes, hours, daysOfMonth, months, daysOfWeek, zone },
  };
}

function trimBlanks(text: string): string {
  return text
    .split(BLANKS)
    .filter((part) => part !== '')
    .join(' ');
}

function invalid(reason: string): ParsedSchedule {
  return { kind: 'invalid', reason };
}
