import type { RegisteredRouter } from '@tanstack/react-router';

type Parameter = keyof RegisteredRouter['latestLocation']['search'];

/** The parameters of the pages' addresses, in words; null of one that is no filter. */
const WORDS: Readonly<Record<string, string | null>> = {
  q: 'Search',
  ns: 'Namespace',
  status: 'Status',
  state: 'State',
  severity: 'Severity',
  type: 'Type',
  range: 'Range',
  success: 'Success',
  heat: 'Calendar',
  cronjob: 'CronJob',
  monitor: 'Monitor',
  days: 'Days',
  from: 'From',
  to: 'Until',
  ack: 'Acknowledged',
  sort: 'Sorted by',
  view: null,
  run: null,
  channel: null,
} satisfies Record<Parameter, string | null>;

/** The filters in force, as they stand above a printed page: `Namespace: billing`. */
export function filterWords(search: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(search).flatMap(([name, value]) => {
    const word = WORDS[name] ?? null;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return word === null || text === '' ? [] : [`${word}: ${text}`];
  });
}
