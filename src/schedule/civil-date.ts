/** A day of the proleptic Gregorian calendar; `month` and `day` count from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

// Both directions count in 400-year eras that begin on 1 March, so that the leap day comes last.
// The algorithms are Howard Hinnant's days_from_civil and civil_from_days.
const DAYS_PER_ERA = 146_097;
const ERA_START_BEFORE_EPOCH = 719_468;

/** The date of a day counted from 1 January 1970. */
export function civilDate(epochDay: number): CivilDate {
  const shifted = epochDay + ERA_START_BEFORE_EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/** Days from 1 January 1970 to a date. A month of 13 and days past a month's end roll over. */
export function epochDay(year: number, month: number, day: number): number {
  const monthIndex = month - 1;
  const rolledMonth = (((monthIndex % 12) + 12) % 12) + 1;
  const rolledYear = year + Math.floor(monthIndex / 12);
  const marchYear = rolledMonth <= 2 ? rolledYear - 1 : rolledYear;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const monthFromMarch = rolledMonth > 2 ? rolledMonth - 3 : rolledMonth + 9;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - ERA_START_BEFORE_EPOCH;
}
