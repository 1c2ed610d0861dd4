import type { Token, TokenKind } from './token.ts';

/**
 * The tokens of a template; the last one is `end`, or `error` where the source cannot be cut further.
 * Comments leave no token.
 */
export function lex(source: string): readonly Token[] {
  const lexer = new Lexer(source);
  lexer.run();
  return lexer.tokens;
}

const LETTER = String.raw`[\p{L}\p{Nd}_]`;
/** What may follow a word, a field and a variable; the end of the source may, too. */
const TERMINATED = String.raw`(?=[ \t\r\n.,|:()]|\}\}|$)`;

/** Tried in order at each place inside of an action. */
const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['string', /"(?:[^"\\\n]|\\[^\n])*"/uy],
  ['rawString', /`[^`]*`/uy],
  ['character', /'(?:[^'\\\n]|\\[^\n])*'/uy],
  // Wider than what is a number: what is wrong with it is told when it is read.
  ['number', /[+-]?\.?[0-9](?:[eEpP][+-]?[0-9]|[\p{L}\p{Nd}_.])*|[+-]/uy],
  ['field', new RegExp(String.raw`\.${LETTER}+${TERMINATED}`, 'uy')],
  ['dot', new RegExp(String.raw`\.${TERMINATED}`, 'uy')],
  ['variable', new RegExp(String.raw`\$${LETTER}*${TERMINATED}`, 'uy')],
  ['word', new RegExp(`${LETTER}+${TERMINATED}`, 'uy')],
  ['mark', /:=|[=|(),]/uy],
];

class Lexer {
  readonly tokens: Token[] = [];
  readonly #source: string;
  #offset = 0;

  constructor(source: string) {
    this.#source = source;
  }

  run(): void {
    let inAction = false;
    while (this.tokens.at(-1)?.kind !== 'error' && this.tokens.at(-1)?.kind !== 'end') {
      inAction = inAction ? this.#action() : this.#text();
    }
  }

  /** Reads up to the next action; whether there is one. */
  #text(): boolean {
    const open = this.#source.indexOf('{{', this.#offset);
    if (open < 0) {
      this.#add('text', this.#source.slice(this.#offset), this.#offset);
      this.#add('end', '', this.#source.length);
      return false;
    }
    const trims = /^-[ \t\r\n]/.test(this.#source.slice(open + 2, open + 4));
    const text = this.#source.slice(this.#offset, open);
    this.#add('text', trims ? trimEnd(text) : text, this.#offset);
    this.#offset = open + (trims ? 4 : 2);
    if (this.#source.startsWith('/*', this.#offset)) return this.#comment(open);
    this.#add('open', '{{', open);
    return true;
  }

  #comment(open: number): boolean {
    const end = this.#source.indexOf('*/', this.#offset + 2);
    if (end < 0) return this.#fail(open, 'unclosed comment');
    this.#offset = end + 2;
    const close = this.#match(/([ \t\r\n]-)?\}\}/y);
    if (close === null) return this.#fail(open, 'comment ends before closing delimiter');
    if (close.startsWith('}}')) this.#offset += 2;
    else this.#skipTrimmed(close);
    return false;
  }

  /** Reads one token of an action; whether the action goes on. */
  #action(): boolean {
    const start = this.#offset;
    const close = this.#match(/[ \t\r\n]-\}\}|\}\}/y);
    if (close !== null) {
      this.#add('close', close, start);
      if (close === '}}') this.#offset += 2;
      else this.#skipTrimmed(close);
      return false;
    }
    // The last space before `-}}` belongs to the trim marker.
    const space = this.#match(/[ \t\r\n]+?(?=[ \t\r\n]-\}\}|[^ \t\r\n]|$)/y);
    if (space !== null) return this.#take('space', space);
    for (const [kind, pattern] of PATTERNS) {
      const text = this.#match(pattern);
      if (text !== null) return this.#take(kind, text);
    }
    return this.#unreadable();
  }

  #take(kind: TokenKind, text: string): true {
    this.#add(kind, text, this.#offset);
    this.#offset += text.length;
    return true;
  }

  #unreadable(): boolean {
    const [first] = this.#source.slice(this.#offset, this.#offset + 2);
    if (first === undefined) return this.#fail(this.#lastOpen(), 'unclosed action');
    if (first === '"') return this.#fail(this.#offset, 'unterminated quoted string');
    if (first === '`') return this.#fail(this.#offset, 'unterminated raw quoted string');
    if (first === "'") return this.#fail(this.#offset, 'unterminated character constant');
    if (first === ':') return this.#fail(this.#offset, 'expected :=');
    const name = this.#match(new RegExp(String.raw`[.$]?${LETTER}*`, 'uy')) ?? '';
    const bad = String.fromCodePoint(this.#source.codePointAt(this.#offset + name.length) ?? 0);
    return this.#fail(this.#offset + name.length, `unexpected character ${JSON.stringify(bad)}`);
  }

  #lastOpen(): number {
    return this.tokens.findLast(({ kind }) => kind === 'open')?.offset ?? 0;
  }

  #fail(offset: number, message: string): false {
    this.#add('error', message, offset);
    return false;
  }

  #add(kind: TokenKind, text: string, offset: number): void {
    if (kind !== 'text' || text !== '') this.tokens.push({ kind, text, offset });
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    return pattern.exec(this.#source)?.[0] ?? null;
  }

  /** Past closing braces with a trim marker, and the white space after them. */
  #skipTrimmed(close: string): void {
    this.#offset += close.length;
    this.#offset += this.#match(/[ \t\r\n]*/y)!.length;
  }
}

/** Without a regular expression that would try every run of spaces in the text anew. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
