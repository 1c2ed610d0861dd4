/** The parameters of the pages' addresses, in words. A parameter that is no filter is not here. */
const WORDS: Readonly<Record<string, string>> = {
  q: 'Search',
  ns: 'Namespace',
  status: 'Status',
  state: 'State',
  severity: 'Severity',
  type: 'Type',
  range: 'Range',
  heat: 'Calendar',
  job: 'CronJob',
  cronjob: 'CronJob',
  monitor: 'Monitor',
  days: 'Days',
  from: 'From',
  to: 'Until',
  ack: 'Acknowledged',
  sort: 'Sorted by',
};

/** The filters in force, as they stand above a printed page: `Namespace: billing`. */
export function filterWords(search: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(search).flatMap(([name, value]) => {
    const word = WORDS[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return word === undefined || text === '' ? [] : [`${word}: ${text}`];
  });
}
