import { TemplateFault } from './fault.ts';
import { FUNCTIONS, isFunctionName, type TemplateFunction } from './functions.ts';
import { readCharacter, readNumber, readRawString, readString } from './literal.ts';
import type { CallOperand, Operand, Pipeline } from './node.ts';
import type { ParseContext } from './parse-context.ts';
import type { Token } from './token.ts';
import { unexpected } from './token-cursor.ts';
import type { Value } from './value.ts';

/**
 * Reads `$x := a | b c` up to the closing braces or parenthesis, which it takes. `where` names the
 * action for messages; only a `range` may set two variables.
 */
export function parsePipeline(context: ParseContext, where: string, end: 'close' | ')' = 'close'): Pipeline {
  const { cursor } = context;
  const { offset } = cursor.peekWord();
  const target = parseTarget(context, where);
  const commands: Operand[] = [];
  for (;;) {
    if (isAtEnd(cursor.peekWord(), end)) break;
    if (commands.length > 0) {
      if (!cursor.isAtMark('|')) throw unexpected(cursor.peek(), where);
      cursor.next();
      // Go lets a pipe stand before the end.
      if (isAtEnd(cursor.peekWord(), end)) break;
    }
    commands.push(parseCommand(context, where, commands.length > 0));
  }
  const last = cursor.next();
  if (commands.length === 0) throw new TemplateFault(last.offset, `missing value for ${where}`);
  return { commands, offset, ...declare(context, target) };
}

function isAtEnd(token: Token, end: 'close' | ')'): boolean {
  return end === 'close' ? token.kind === 'close' : token.kind === 'mark' && token.text === ')';
}

interface Target {
  readonly names: readonly Token[];
  readonly assigns: boolean;
}

/** `$x :=`, `$x =` or, in a range, `$i, $x :=`. Anything else leaves the cursor where it was. */
function parseTarget({ cursor }: ParseContext, where: string): Target {
  const first = cursor.peekWord();
  const mark = first.kind === 'variable' ? markAfter(cursor, 1) : null;
  if (mark === null) return { names: [], assigns: false };
  const names = [cursor.next()];
  if (mark.text === ',') {
    cursor.expect('mark', where);
    if (where !== 'range') throw new TemplateFault(mark.offset, `too many declarations in ${where}`);
    names.push(cursor.expect('variable', where));
    if (markAfter(cursor, 0)?.text === ',') throw unexpected(cursor.peekWord(), where);
  }
  const sign = cursor.expect('mark', where);
  if (sign.text !== ':=' && sign.text !== '=') throw unexpected(sign, where);
  return { names, assigns: sign.text === '=' };
}

/** The `:=`, `=` or `,` some tokens ahead, past space. */
function markAfter(cursor: ParseContext['cursor'], ahead: number): Token | null {
  const next = cursor.peek(ahead).kind === 'space' ? cursor.peek(ahead + 1) : cursor.peek(ahead);
  return next.kind === 'mark' && [':=', '=', ','].includes(next.text) ? next : null;
}

/** Variables begin after the pipeline that they hold. */
function declare(
  { scope, report }: ParseContext,
  { names, assigns }: Target,
): Pick<Pipeline, 'variables' | 'assigns'> {
  const variables = names.map(({ text, offset }) => {
    if (!assigns) return scope.declare(text);
    const slot = scope.find(text);
    if (slot === null) report(offset, `undefined variable ${text}`);
    return slot ?? 0;
  });
  return { variables, assigns };
}

/** Operands up to a pipe or the end; `isPiped` when the value of the command before comes last. */
function parseCommand(context: ParseContext, where: string, isPiped: boolean): Operand {
  const { cursor, report } = context;
  const start = cursor.peek();
  const operands = [parseOperand(context, where)];
  while (cursor.peek().kind === 'space') {
    const next = cursor.peekWord();
    if (next.kind === 'close' || (next.kind === 'mark' && next.text !== '(')) break;
    operands.push(parseOperand(context, where, true));
  }
  const after = cursor.peek();
  if (after.kind !== 'close' && !(after.kind === 'mark' && '|)'.includes(after.text))) {
    throw unexpected(after, where);
  }
  const [first, ...args] = operands as [Operand, ...Operand[]];
  if (isCallByName(first)) return checkArity(context, { ...first, args }, args.length + (isPiped ? 1 : 0));
  if (args.length > 0 || isPiped) report(start.offset, "can't give an argument to what is no function");
  if (first.kind === 'literal' && first.value === null) report(start.offset, 'nil is not a command');
  return first;
}

/** A bare function; one in parentheses is a group. */
function isCallByName(operand: Operand): operand is CallOperand {
  return operand.kind === 'call';
}

function checkArity({ report }: ParseContext, call: CallOperand, given: number): CallOperand {
  if (!isFunctionName(call.name)) return call;
  const { least, most }: TemplateFunction = FUNCTIONS[call.name];
  if (given < least || given > most) {
    const wanted =
      least === most ? String(least) : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    report(call.offset, `wrong number of arguments for ${call.name}: want ${wanted}, got ${given}`);
  }
  return call;
}

/** A term and the fields behind it. As an argument, a function is called without arguments. */
function parseOperand(context: ParseContext, where: string, isArgument = false): Operand {
  const { cursor } = context;
  const token = cursor.peek();
  const term = parseTerm(context, where);
  const names: string[] = token.kind === 'field' ? [token.text.slice(1)] : [];
  const dotted = cursor.peek();
  while (cursor.peek().kind === 'field') names.push(cursor.next().text.slice(1));
  if (dotted.kind === 'field' && (term.kind === 'literal' || token.kind === 'dot')) {
    throw new TemplateFault(dotted.offset, `unexpected . after ${token.text}`);
  }
  if (isArgument && term.kind === 'call') checkArity(context, term, 0);
  if (names.length === 0) return term;
  checkField(context, term, names[0]!, token.offset);
  return { kind: 'field', of: term, names, offset: token.offset };
}

/** What is known of the data before it is there: the names of its fields. */
function checkField(
  { scope, variables, report }: ParseContext,
  of: Operand,
  name: string,
  offset: number,
): void {
  const isOfRoot =
    of.kind === 'dot' ? scope.dotIsRoot : of.kind === 'variable' && of.slot === 0 && scope.rootIsKnown;
  if (isOfRoot && !variables.has(name)) report(offset, `unknown field .${name}`);
}

function parseTerm(context: ParseContext, where: string): Operand {
  const { cursor, scope, report, nesting } = context;
  const token = cursor.peek();
  const { kind, text, offset } = token;
  switch (kind) {
    case 'string':
      return literal(cursor.next(), readString(text), 'bad escape in a string');
    case 'rawString':
      return { kind: 'literal', value: readRawString(cursor.next().text) };
    case 'character':
      return literal(cursor.next(), readCharacter(text), 'bad character constant');
    case 'number':
      return literal(cursor.next(), readNumber(text), 'bad number or too large');
    case 'dot':
    case 'field':
      cursor.next();
      return { kind: 'dot' };
    case 'variable': {
      cursor.next();
      const slot = scope.find(text);
      if (slot === null) report(offset, `undefined variable ${text}`);
      return { kind: 'variable', slot: slot ?? 0, name: text, offset };
    }
    case 'word':
      return parseWord(context, where);
    case 'mark':
      if (text !== '(') throw unexpected(token, where);
      cursor.next();
      return nesting.within(offset, () => ({
        kind: 'group',
        pipeline: parsePipeline(context, 'parentheses', ')'),
      }));
    case 'close':
      throw new TemplateFault(offset, `missing value for ${where}`);
    case 'text':
    case 'open':
    case 'space':
    case 'error':
    case 'end':
      throw unexpected(token, where);
  }
}

function literal({ text, offset }: Token, value: Value, problem: string): Operand {
  if (value === null) throw new TemplateFault(offset, `${problem}: ${text}`);
  return { kind: 'literal', value };
}

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['nil', null],
]);
const KEYWORDS: ReadonlySet<string> = new Set(
  'block break continue define else end if range template with'.split(' '),
);

function parseWord({ cursor, report }: ParseContext, where: string): Operand {
  const token = cursor.next();
  const { text, offset } = token;
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) return { kind: 'literal', value: constant };
  if (KEYWORDS.has(text)) throw unexpected(token, where);
  if (!isFunctionName(text)) report(offset, `unknown function ${text}`);
  return { kind: 'call', name: text, args: [], offset };
}
