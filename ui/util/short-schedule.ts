const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MACROS: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/**
 * A cron expression in a few words (`every 5 min`, `hourly at :15`, `daily 02:00`, `weekdays
 * 07:30`, `Mon 04:00`, `monthly 1st 03:00`). Null for every expression whose words would
 * not be short and exact: the API has longer words for those.
 */
export function shortSchedule(expression: string): string | null {
  const text = expression.trim();
  if (text.startsWith('@every ')) return `every ${text.slice(7).trim()}`;
  const fields = (MACROS[text] ?? text).split(/\s+/);
  if (fields.length !== 5) return null;
  const [minute, hour, day, month, weekday] = fields as [string, string, string, string, string];
  const everyDay = day === '*' && month === '*' && weekday === '*';
  if (everyDay) return minuteWords(minute, hour) ?? dailyWords(minute, hour);
  const at = clock(minute, hour);
  if (at === null || month !== '*') return null;
  if (day === '*') return weekdayWords(weekday, at);
  return weekday === '*' && isNumber(day) ? `monthly ${ordinal(Number(day))} ${at}` : null;
}

function minuteWords(minute: string, hour: string): string | null {
  if (hour !== '*') return null;
  if (minute === '*') return 'every minute';
  if (isNumber(minute)) return `hourly at :${minute.padStart(2, '0')}`;
  const step = stepOf(minute, 60);
  return step === null ? null : `every ${step} min`;
}

function dailyWords(minute: string, hour: string): string | null {
  const step = stepOf(hour, 24);
  if (step !== null && isNumber(minute)) {
    return minute === '0' || minute === '00'
      ? `every ${step} h`
      : `every ${step} h at :${minute.padStart(2, '0')}`;
  }
  const at = clock(minute, hour);
  return at === null ? null : `daily ${at}`;
}

function weekdayWords(weekday: string, at: string): string | null {
  if (weekday === '1-5' || weekday.toUpperCase() === 'MON-FRI') return `weekdays ${at}`;
  const number = isNumber(weekday) ? Number(weekday) % 7 : -1;
  const name = DAYS[number] ?? DAYS.find((day) => day.toUpperCase() === weekday.toUpperCase());
  return name === undefined ? null : `${name} ${at}`;
}

/** A step that divides its range evenly; others, such as every 7 minutes, restart at the hour. */
function stepOf(field: string, range: number): number | null {
  const step = /^\*\/(\d+)$/.exec(field);
  return step !== null && Number(step[1]) > 0 && range % Number(step[1]) === 0 ? Number(step[1]) : null;
}

function clock(minute: string, hour: string): string | null {
  return isNumber(minute) && isNumber(hour) ? `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` : null;
}

function isNumber(field: string): boolean {
  return /^\d{1,2}$/.test(field);
}

function ordinal(day: number): string {
  const suffix = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}
