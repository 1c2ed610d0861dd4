import { TemplateFault } from './fault.ts';
import { lex } from './lex.ts';
import { readRawString, readString } from './literal.ts';
import type { ChoiceNode, Node, Template, TemplateNode } from './node.ts';
import { Nesting, type ParseContext } from './parse-context.ts';
import { parsePipeline } from './parse-pipeline.ts';
import { type Position, position } from '../lib/position.ts';
import { Scope } from './scope.ts';
import { TokenCursor, unexpected } from './token-cursor.ts';

/** One thing wrong with a template, and where. */
export interface TemplateProblem extends Position {
  readonly message: string;
}

export type ParsedTemplate =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'invalid'; readonly problems: readonly TemplateProblem[] };

export interface ParseOptions {
  /** Names of the fields that the data has: `.Title` is right only if it has `Title`. */
  readonly variables: ReadonlySet<string>;
}

/** Characters; what an object of the cluster may hold is larger, what a message needs far smaller. */
const MAX_SOURCE = 65_536;
/** Enough to mend at once; the rest is told after that. */
const MAX_PROBLEMS = 10;
/** A message may quote what stands in the source. */
const MAX_MESSAGE = 200;

/**
 * Reads a Go text/template, or tells what is wrong with it: all unknown fields, functions and
 * variables, and the first thing that breaks the syntax, after which nothing can be told. At most ten
 * problems are told.
 */
export function parseTemplate(source: string, { variables }: ParseOptions): ParsedTemplate {
  if (source.length > MAX_SOURCE) {
    return {
      kind: 'invalid',
      problems: [{ line: 1, column: 1, message: `longer than ${MAX_SOURCE} characters` }],
    };
  }
  const faults: TemplateFault[] = [];
  const parser = new Parser(source, variables, faults);
  try {
    const template = parser.parse();
    if (faults.length === 0) return { kind: 'template', template };
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    faults.push(error);
  }
  const problems = faults
    .sort((a, b) => a.offset - b.offset)
    .slice(0, MAX_PROBLEMS)
    .map(({ offset, message }) => ({ ...position(source, offset), message: cut(message) }));
  return { kind: 'invalid', problems };
}

function cut(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

/** What ended a list of nodes. */
type ListEnd = 'end' | 'else' | 'source';

class Parser {
  readonly #source: string;
  readonly #shared: Omit<ParseContext, 'scope'>;
  readonly #definitions = new Map<string, readonly Node[]>();
  readonly #uses: TemplateNode[] = [];

  constructor(source: string, variables: ReadonlySet<string>, faults: TemplateFault[]) {
    this.#source = source;
    this.#shared = {
      cursor: new TokenCursor(lex(source)),
      variables,
      report: (offset, message) => faults.push(new TemplateFault(offset, message)),
      nesting: new Nesting(),
    };
  }

  parse(): Template {
    const { nodes } = this.#list(this.#context(true), ['source']);
    for (const { name, offset } of this.#uses) {
      if (!this.#definitions.has(name))
        this.#shared.report(offset, `template ${JSON.stringify(name)} is not defined`);
    }
    return { source: this.#source, body: nodes, definitions: this.#definitions };
  }

  #context(rootIsKnown: boolean): ParseContext {
    return { ...this.#shared, scope: new Scope(rootIsKnown) };
  }

  /** Nodes up to one of these ends, the word of which is taken and the rest of its action not. */
  #list(
    context: ParseContext,
    ends: readonly ListEnd[],
  ): { readonly nodes: readonly Node[]; readonly end: ListEnd } {
    const { cursor } = context;
    const nodes: Node[] = [];
    for (;;) {
      const token = cursor.peek();
      if (token.kind === 'text') {
        nodes.push({ kind: 'text', text: cursor.next().text });
        continue;
      }
      const end = token.kind === 'end' ? 'source' : this.#listEnd(context);
      if (end === null) {
        nodes.push(...this.#action(context));
        continue;
      }
      if (!ends.includes(end))
        throw unexpected(cursor.peek(), ends.includes('else') ? 'a block' : 'the template');
      if (end !== 'source') cursor.next();
      return { nodes, end };
    }
  }

  /** Takes the opening braces; `end` and `else` are left for the block that they belong to. */
  #listEnd({ cursor }: ParseContext): ListEnd | null {
    cursor.next();
    if (cursor.isAtWord('end')) return 'end';
    return cursor.isAtWord('else') ? 'else' : null;
  }

  #action(context: ParseContext): readonly Node[] {
    const { cursor, scope, nesting } = context;
    const token = cursor.peekWord();
    switch (token.kind === 'word' ? token.text : '') {
      case 'if':
      case 'with':
        cursor.next();
        return [
          nesting.within(token.offset, () =>
            scope.within(() => this.#choice(context, token.text as 'if' | 'with')),
          ),
        ];
      case 'range':
        cursor.next();
        return [nesting.within(token.offset, () => scope.within(() => this.#range(context)))];
      case 'break':
      case 'continue':
        return [this.#jump(context)];
      case 'template':
        return [this.#template(context)];
      case 'define':
        return this.#define(context);
      case 'block':
        return [this.#block(context)];
      default:
        return [{ kind: 'action', pipeline: parsePipeline(context, 'command') }];
    }
  }

  /** Variables of an earlier branch's pipeline are known in the later ones, as in Go. */
  #choice(context: ParseContext, kind: 'if' | 'with'): ChoiceNode {
    const { cursor, scope } = context;
    const branches: ChoiceNode['branches'][number][] = [];
    for (;;) {
      const pipeline = parsePipeline(context, kind);
      const read = () => scope.within(() => this.#list(context, ['end', 'else']));
      const { nodes, end } = kind === 'with' ? scope.withOtherDot(read) : read();
      branches.push({ pipeline, body: nodes });
      if (end === 'else' && cursor.isAtWord(kind)) {
        cursor.next();
        continue;
      }
      return { kind, branches, otherwise: this.#otherwise(context, end) };
    }
  }

  #range(context: ParseContext): Node {
    const { scope } = context;
    const pipeline = parsePipeline(context, 'range');
    scope.rangeDepth += 1;
    const body = scope.withOtherDot(() => scope.within(() => this.#list(context, ['end', 'else'])));
    scope.rangeDepth -= 1;
    return { kind: 'range', pipeline, body: body.nodes, otherwise: this.#otherwise(context, body.end) };
  }

  /** What stands between `else` and `end`; takes the closing braces of both. */
  #otherwise(context: ParseContext, end: ListEnd): readonly Node[] {
    const { cursor, scope } = context;
    cursor.expect('close', end);
    if (end === 'end') return [];
    const { nodes } = scope.within(() => this.#list(context, ['end']));
    cursor.expect('close', 'end');
    return nodes;
  }

  #jump({ cursor, scope, report }: ParseContext): Node {
    const { text, offset } = cursor.next();
    cursor.expect('close', text);
    if (scope.rangeDepth === 0) report(offset, `${text} outside of a range`);
    return { kind: text as 'break' | 'continue' };
  }

  #template(context: ParseContext): Node {
    const { cursor } = context;
    const { offset } = cursor.next();
    const name = this.#name(context);
    const isBare = cursor.peekWord().kind === 'close';
    if (isBare) cursor.next();
    return this.#use({
      kind: 'template',
      name,
      pipeline: isBare ? null : parsePipeline(context, 'template'),
      offset,
    });
  }

  #define(context: ParseContext): readonly Node[] {
    const { cursor, nesting } = context;
    const { offset } = cursor.next();
    if (!nesting.isOutermost) throw new TemplateFault(offset, 'define inside of a block');
    const name = this.#name(context);
    cursor.expect('close', 'define');
    nesting.within(offset, () => this.#definition(name, offset));
    return [];
  }

  /** Defines a template and renders it at once. */
  #block(context: ParseContext): Node {
    const { cursor, nesting } = context;
    const { offset } = cursor.next();
    const name = this.#name(context);
    const pipeline = parsePipeline(context, 'block');
    nesting.within(offset, () => this.#definition(name, offset));
    return this.#use({ kind: 'template', name, pipeline, offset });
  }

  #use(node: TemplateNode): TemplateNode {
    this.#uses.push(node);
    return node;
  }

  #definition(name: string, offset: number): void {
    const { nodes } = this.#list(this.#context(false), ['end']);
    this.#shared.cursor.expect('close', 'end');
    const known = this.#definitions.get(name);
    if (known !== undefined && !isEmpty(known) && !isEmpty(nodes)) {
      this.#shared.report(offset, `template ${JSON.stringify(name)} is defined twice`);
    }
    if (known === undefined || isEmpty(known)) this.#definitions.set(name, nodes);
  }

  #name({ cursor }: ParseContext): string {
    const token = cursor.peekWord();
    const name =
      token.kind === 'rawString'
        ? readRawString(token.text)
        : readString(cursor.expect('string', 'the name of a template').text);
    if (token.kind === 'rawString') cursor.next();
    if (name === null) throw new TemplateFault(token.offset, `bad escape in a string: ${token.text}`);
    return name;
  }
}

/** An empty definition may be followed by another one. */
function isEmpty(nodes: readonly Node[]): boolean {
  return nodes.every((node) => node.kind === 'text' && node.text.trim() === '');
}
