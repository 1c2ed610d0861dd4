import { periodAt, type Zone } from './zone.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** An instant as the clock on the wall of a zone shows it: `Mon 2026-03-02 09:00 Europe/Berlin`; seconds only where there are any. */
export function wordInstant(at: number, zone: Zone): string {
  const second = Math.floor(at / 1_000);
  const local = new Date((second + periodAt(zone, second).offset) * 1_000);
  const text = local.toISOString();
  const time = local.getUTCSeconds() === 0 ? text.slice(11, 16) : text.slice(11, 19);
  return `${WEEKDAYS[local.getUTCDay()]} ${text.slice(0, 10)} ${time} ${zone.name}`;
}
