/** Digits d1 d2 d3… and the exponent e of d1.d2d3… × 10^e. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/** `%f`: this many digits after the point, rounded half to even. The number is finite and not negative. */
export function fixed(number: number, precision: number): string {
  const { digits, exponent } = round(exact(number), precision, 'point');
  const padded = '0'.repeat(Math.max(0, -exponent)) + digits;
  const whole = Math.max(0, exponent) + 1;
  const all = padded.padEnd(whole + precision, '0');
  return precision === 0
    ? all.slice(0, whole)
    : `${all.slice(0, whole)}.${all.slice(whole, whole + precision)}`;
}

/** `%e`: this many digits after the point; null for as few as tell the number. */
export function scientific(number: number, precision: number | null): string {
  const decimal = precision === null ? shortest(number) : round(exact(number), precision + 1, 'first');
  const digits =
    precision === null ? decimal.digits : decimal.digits.padEnd(precision + 1, '0').slice(0, precision + 1);
  const sign = decimal.exponent < 0 ? '-' : '+';
  const exponent = String(Math.abs(decimal.exponent)).padStart(2, '0');
  return `${digits.charAt(0)}${digits.length > 1 ? '.' : ''}${digits.slice(1)}e${sign}${exponent}`;
}

/** From this exponent on `%v` and `%g` without a precision are scientific. */
const SHORTEST_LIMIT = 6;

/** `%g`, and with null also `%v`: fixed or scientific, whichever reads better, without zeros at the end. */
export function general(number: number, precision: number | null): string {
  const significant = precision === null ? null : Math.max(1, precision);
  const { digits, exponent } =
    significant === null ? shortest(number) : round(exact(number), significant, 'first');
  const kept = digits.replace(/0+$/, '') || '0';
  if (exponent < -4 || exponent >= (significant ?? SHORTEST_LIMIT))
    return scientific(number, kept.length - 1);
  const point = exponent + 1;
  if (point <= 0) return `0.${'0'.repeat(-point)}${kept}`;
  return kept.length <= point ? kept.padEnd(point, '0') : `${kept.slice(0, point)}.${kept.slice(point)}`;
}

/** As few digits as tell the number from its neighbours. */
function shortest(number: number): Decimal {
  const [mantissa = '', exponent = ''] = number.toExponential().split('e');
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) };
}

/** Every digit that the binary number has. */
function exact(number: number): Decimal {
  if (number === 0) return { digits: '0', exponent: 0 };
  let power = 0;
  let whole = number;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    power += 1;
  }
  // number = whole / 2^power = whole × 5^power / 10^power
  const digits = (BigInt(whole) * 5n ** BigInt(power)).toString();
  return { digits, exponent: digits.length - 1 - power };
}

/** Keeps digits counted from the first one, or those before and some after the point. */
function round({ digits, exponent }: Decimal, count: number, from: 'first' | 'point'): Decimal {
  const keep = from === 'first' ? count : exponent + 1 + count;
  if (keep >= digits.length) return { digits, exponent };
  if (keep < 0) return { digits: '0', exponent: from === 'point' ? -count : 0 };
  const kept = keep === 0 ? 0n : BigInt(digits.slice(0, keep));
  const rest = digits.slice(keep);
  const half = `5${'0'.repeat(rest.length - 1)}`;
  const up = rest > half || (rest === half && kept % 2n === 1n);
  const rounded = (kept + (up ? 1n : 0n)).toString();
  if (keep === 0) return { digits: rounded, exponent: up ? exponent + 1 : -count };
  return { digits: rounded, exponent: exponent + rounded.length - keep };
}
