import { TemplateFault } from './fault.ts';
import type { Token, TokenKind } from './token.ts';

/** Walks over the tokens of a template. Meeting the lexer's error token ends the reading. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #index = 0;

  /** The last token is `end` or `error`. */
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token without taking it; `end` again at the end. */
  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)]!;
    if (token.kind === 'error') throw new TemplateFault(token.offset, token.text);
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  skipSpace(): void {
    if (this.peek().kind === 'space') this.next();
  }

  /** The next token but space, without taking it. */
  peekWord(): Token {
    this.skipSpace();
    return this.peek();
  }

  /** Whether the next token but space is this word. */
  isAtWord(text: string): boolean {
    const { kind, text: found } = this.peekWord();
    return kind === 'word' && found === text;
  }

  /** Whether the next token is this mark. */
  isAtMark(text: string): boolean {
    const token = this.peek();
    return token.kind === 'mark' && token.text === text;
  }

  /** Takes the next token but space, which must be of this kind. */
  expect(kind: TokenKind, where: string): Token {
    const token = this.peekWord();
    if (token.kind !== kind) throw unexpected(token, where);
    return this.next();
  }
}

/** What is wrong with a token that cannot stand where it stands. */
export function unexpected(token: Token, where: string): TemplateFault {
  if (token.kind === 'end') return new TemplateFault(token.offset, 'unexpected end of the template');
  return new TemplateFault(token.offset, `unexpected ${describe(token)} in ${where}`);
}

function describe({ kind, text }: Token): string {
  return kind === 'close' ? '}}' : JSON.stringify(text);
}
