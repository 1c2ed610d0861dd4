import { ArgumentFault } from './fault.ts';
import { fixed, general, scientific } from './format-float.ts';
import { formatElements, formatValue } from './format-value.ts';
import { quote, quoteCharacter, toCharacter } from './quote.ts';
import { typeName, type Value } from './value.ts';

/** `%-08.3f` taken apart. */
interface Directive {
  readonly flags: string;
  readonly width: number;
  /** Null when none is given. */
  readonly precision: number | null;
  readonly verb: string;
}

/** Widths and precisions beyond this fill pages, not messages. */
const MAX_WIDTH = 1_000;

/**
 * Go's `printf`, with flags, width and precision; a verb that does not fit its value is told in the
 * text, as Go does: `%!d(string=x)`. Not known are `*` and `[1]`, hexadecimal floats and `%p`.
 */
export function printf(format: string, args: readonly Value[]): string {
  let used = 0;
  const text = format.replace(
    /%([-+# 0]*)(\d*)(?:(\.)(\d*))?([^]?)/gu,
    (_, flags: string, width: string, point: string | undefined, precision: string, verb: string) => {
      if (verb === '') return '%!(NOVERB)';
      if (verb === '%') return '%';
      if (verb === '*' || verb === '[') throw new ArgumentFault(`printf does not know ${verb}`);
      if (used >= args.length) return `%!${verb}(MISSING)`;
      const value = args[used]!;
      used += 1;
      return formatDirective(
        // With %v a + asks for the names of fields, which there are none of.
        {
          flags: verb === 'v' ? flags.replaceAll('+', '') : flags,
          width: size(width),
          precision: point === undefined ? null : size(precision),
          verb,
        },
        value,
      );
    },
  );
  return used < args.length ? text + extra(args.slice(used)) : text;
}

function size(digits: string): number {
  if (Number(digits) > MAX_WIDTH) throw new ArgumentFault(`printf goes up to a width of ${MAX_WIDTH}`);
  return Number(digits);
}

function extra(values: readonly Value[]): string {
  const shown = values.map((value) =>
    value === null ? '<nil>' : `${typeName(value)}=${formatValue(value)}`,
  );
  return `%!(EXTRA ${shown.join(', ')})`;
}

function formatDirective(directive: Directive, value: Value): string {
  if (directive.verb === 'T')
    return pad(typeName(value), { ...directive, flags: directive.flags.replaceAll('0', '') });
  if (value === null) return directive.verb === 'v' ? pad('<nil>', directive) : `%!${directive.verb}(<nil>)`;
  if (typeof value === 'string') return formatText(directive, value);
  if (typeof value === 'bigint') return formatInteger(directive, value);
  if (typeof value === 'number') return formatFloat(directive, value);
  if (typeof value === 'boolean') {
    return 'tv'.includes(directive.verb) ? pad(String(value), directive) : misfit(directive, value);
  }
  return formatElements(value, (element) => formatDirective(directive, element));
}

/** What Go writes for a verb that the value does not have; flags and sizes hold for the value in it. */
function misfit(directive: Directive, value: Value): string {
  const plain = { ...directive, verb: 'v', flags: directive.flags.replaceAll('#', '') };
  return `%!${directive.verb}(${typeName(value)}=${formatDirective(plain, value)})`;
}

function formatText(directive: Directive, text: string): string {
  const { flags, precision, verb } = directive;
  const shown = precision === null ? text : Array.from(text).slice(0, precision).join('');
  switch (verb) {
    case 'v':
      return pad(flags.includes('#') ? quote(shown) : shown, directive);
    case 's':
      return pad(shown, directive);
    case 'q': {
      // oxlint-disable-next-line no-control-regex -- a raw string holds no control character but the tab
      const fitsRaw = flags.includes('#') && !/[`\u0000-\u0008\u000a-\u001f\u007f\ufeff]/.test(shown);
      return pad(fitsRaw ? `\`${shown}\`` : quote(shown, flags.includes('+')), directive);
    }
    case 'x':
    case 'X': {
      const bytes = Buffer.from(text)
        .subarray(0, precision ?? undefined)
        .toString('hex');
      const prefix = flags.includes('#') && bytes !== '' ? '0x' : '';
      const hex = flags.includes(' ') ? bytes.replace(/(..)(?=.)/g, `$1 ${prefix}`) : bytes;
      return pad(inCase(prefix + hex, verb), directive);
    }
    default:
      return misfit(directive, text);
  }
}

const BASES: Readonly<Record<string, { readonly base: number; readonly prefix: string }>> = {
  d: { base: 10, prefix: '' },
  v: { base: 10, prefix: '' },
  b: { base: 2, prefix: '0b' },
  o: { base: 8, prefix: '0' },
  O: { base: 8, prefix: '0o' },
  x: { base: 16, prefix: '0x' },
  X: { base: 16, prefix: '0x' },
};

function formatInteger(directive: Directive, value: bigint): string {
  const { flags, precision, verb } = directive;
  if (verb === 'c') return pad(toCharacter(value), directive);
  if (verb === 'q') return pad(quoteCharacter(value, flags.includes('+')), directive);
  if (verb === 'U')
    return pad(`U+${BigInt.asUintN(64, value).toString(16).toUpperCase().padStart(4, '0')}`, {
      ...directive,
      flags: flags.replaceAll('0', ''),
    });
  const known = BASES[verb];
  if (known === undefined) return misfit(directive, value);
  if (precision === 0 && value === 0n) return pad('', { ...directive, flags: '-' });
  const digits = (value < 0n ? -value : value).toString(known.base).padStart(precision ?? 0, '0');
  const hasPrefix = verb === 'O' || (flags.includes('#') && !(verb === 'o' && digits.startsWith('0')));
  const prefix = hasPrefix ? known.prefix : '';
  // With a precision the zeros are counted by it, not by the width.
  const padding = precision === null ? flags : flags.replaceAll('0', '');
  return padNumber(sign(value < 0n, flags), inCase(prefix, verb), inCase(digits, verb), {
    ...directive,
    flags: padding,
  });
}

function formatFloat(directive: Directive, value: number): string {
  const { flags, precision, verb } = directive;
  const isNegative = value < 0 || Object.is(value, -0);
  const digits = Number.isFinite(value)
    ? floatDigits(directive, Math.abs(value))
    : formatValue(Math.abs(value)).replace('+', '');
  if (digits === null) {
    if ('xXb'.includes(verb)) throw new ArgumentFault(`printf does not know %${verb} of a float64`);
    return misfit(directive, value);
  }
  const plus =
    sign(isNegative, flags) || (value === Infinity && precision === null && verb === 'v' ? '+' : '');
  return padNumber(
    plus,
    '',
    digits,
    Number.isFinite(value) ? directive : { ...directive, flags: flags.replaceAll('0', '') },
  );
}

function floatDigits({ precision, verb }: Directive, value: number): string | null {
  switch (verb) {
    case 'v':
      return precision === null ? general(value, null) : general(value, precision);
    case 'g':
    case 'G':
      return inCase(general(value, precision), verb);
    case 'f':
    case 'F':
      return fixed(value, precision ?? 6);
    case 'e':
    case 'E':
      return inCase(scientific(value, precision ?? 6), verb);
    default:
      return null;
  }
}

function inCase(text: string, verb: string): string {
  return verb === 'X' || verb === 'E' || verb === 'G' ? text.toUpperCase() : text;
}

function sign(isNegative: boolean, flags: string): string {
  if (isNegative) return '-';
  if (flags.includes('+')) return '+';
  return flags.includes(' ') ? ' ' : '';
}

/** Zeros go between the sign and the digits. */
function padNumber(plus: string, prefix: string, digits: string, directive: Directive): string {
  const { flags, width } = directive;
  const zeros =
    flags.includes('0') && !flags.includes('-') ? Math.max(0, width - plus.length - digits.length) : 0;
  return pad(plus + prefix + '0'.repeat(zeros) + digits, { ...directive, flags: flags.replaceAll('0', '') });
}

function pad(text: string, { flags, width }: Directive): string {
  const missing = width - Array.from(text).length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  return (flags.includes('0') ? '0' : ' ').repeat(missing) + text;
}
