import type { WeekOverWeek } from '../../charts/week-over-week.ts';
import { percentText } from '../../util/number.ts';

/** The comparison in words, such as `97.1 % in 7 days, 1.4 points less than in the 7 before`. */
export function weekOverWeekText(comparison: WeekOverWeek | null): string {
  if (comparison === null) return 'No comparison: one of the last two weeks has no runs';
  const now = `${percentText(comparison.rate)} in 7 days`;
  const points = Math.abs(comparison.change).toFixed(1);
  if (points === '0.0') return `${now}, as in the 7 before`;
  return `${now}, ${points} points ${comparison.change > 0 ? 'more' : 'less'} than in the 7 before`;
}
