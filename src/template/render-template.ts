import { Budget, DEFAULT_LIMITS, type Limits } from './budget.ts';
import { ArgumentFault, TemplateFault } from './fault.ts';
import { printPlainly } from './format-value.ts';
import { FUNCTIONS, type FunctionName } from './functions.ts';
import type {
  CallOperand,
  ChoiceNode,
  FieldOperand,
  Node,
  Operand,
  Pipeline,
  RangeNode,
  Template,
  TemplateNode,
} from './node.ts';
import { position } from '../lib/position.ts';
import { isList, isMap, isTrue, sortedKeys, typeName, type Value, type ValueMap } from './value.ts';

export type RenderedTemplate =
  | { readonly kind: 'text'; readonly text: string }
  /** `reason` begins with where: `line 2, column 7: index out of range: 9`. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface RenderOptions extends Partial<Limits> {
  /**
   * Makes what an action prints safe for its surroundings. The text between actions is left as it is.
   * Null, or left out, for none.
   */
  readonly escape?: ((text: string) => string) | null;
}

/** The text that a template makes of data. Never throws, and never takes more than the limits. */
export function renderTemplate(
  template: Template,
  data: ValueMap,
  options: RenderOptions = {},
): RenderedTemplate {
  const renderer = new Renderer(template, options);
  try {
    return { kind: 'text', text: renderer.render(data) };
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    const { line, column } = position(template.source, error.offset);
    return { kind: 'failed', reason: `line ${line}, column ${column}: ${error.message}` };
  }
}

/** How a list of nodes ended; all but `done` leave the range around it, or begin its next round. */
type Flow = 'done' | 'break' | 'continue';

/** What the names of a template mean while it is rendered: `slots[0]` is `$`. */
interface Frame {
  readonly slots: Value[];
}

class Renderer {
  readonly #template: Template;
  readonly #budget: Budget;
  readonly #limits: Limits;
  readonly #escape: (text: string) => string;
  readonly #output: string[] = [];
  #chars = 0;
  /** Where the rendering is, for faults that do not know. */
  #offset = 0;

  constructor(template: Template, { escape, ...limits }: RenderOptions) {
    this.#template = template;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#budget = new Budget(this.#limits);
    this.#escape = escape ?? ((text) => text);
  }

  render(data: ValueMap): string {
    try {
      this.#list(this.#template.body, data, { slots: [data] });
    } catch (error) {
      throw error instanceof ArgumentFault ? new TemplateFault(this.#offset, error.message) : error;
    }
    return this.#output.join('');
  }

  #list(nodes: readonly Node[], dot: Value, frame: Frame): Flow {
    let flow: Flow = 'done';
    this.#budget.within(() => {
      for (const node of nodes) {
        flow = this.#node(node, dot, frame);
        if (flow !== 'done') return;
      }
    });
    return flow;
  }

  #node(node: Node, dot: Value, frame: Frame): Flow {
    this.#budget.step();
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        return 'done';
      case 'action': {
        const value = this.#pipeline(node.pipeline, dot, frame);
        if (node.pipeline.variables.length === 0) this.#write(this.#escape(printPlainly([value])));
        return 'done';
      }
      case 'if':
      case 'with':
        return this.#choice(node, dot, frame);
      case 'range':
        return this.#range(node, dot, frame);
      case 'template':
        this.#call(node, dot, frame);
        return 'done';
      case 'break':
      case 'continue':
        return node.kind;
    }
  }

  #write(text: string): void {
    this.#chars += text.length;
    this.#budget.text(text.length);
    if (this.#chars > this.#limits.maxChars) {
      throw new ArgumentFault(`makes more than ${this.#limits.maxChars} characters`);
    }
    this.#output.push(text);
  }

  #choice({ kind, branches, otherwise }: ChoiceNode, dot: Value, frame: Frame): Flow {
    for (const { pipeline, body } of branches) {
      const value = this.#pipeline(pipeline, dot, frame);
      if (isTrue(value)) return this.#list(body, kind === 'with' ? value : dot, frame);
    }
    return this.#list(otherwise, dot, frame);
  }

  #range(node: RangeNode, dot: Value, frame: Frame): Flow {
    const { pipeline, body, otherwise } = node;
    const value = this.#pipeline(pipeline, dot, frame);
    let isEmpty = true;
    for (const [key, element] of this.#entries(value, pipeline)) {
      isEmpty = false;
      this.#budget.step();
      const [first, second] = pipeline.variables;
      if (first !== undefined) frame.slots[first] = second === undefined ? element : key;
      if (second !== undefined) frame.slots[second] = element;
      if (this.#list(body, element, frame) === 'break') break;
    }
    return isEmpty ? this.#list(otherwise, dot, frame) : 'done';
  }

  /** What a range walks over, and the variables that it sets. */
  *#entries(value: Value, { variables }: Pipeline): Iterable<readonly [key: Value, element: Value]> {
    if (isList(value)) {
      for (const [place, element] of value.entries()) yield [BigInt(place), element];
    } else if (isMap(value)) {
      for (const key of sortedKeys(value)) yield [key, value[key]!];
    } else if (typeof value === 'bigint') {
      if (variables.length > 1) throw new ArgumentFault("can't set two variables in a range over an int");
      for (let round = 0n; round < value; round += 1n) yield [null, round];
    } else if (value !== null) {
      throw new ArgumentFault(`can't range over type ${typeName(value)}`);
    }
  }

  #call({ name, pipeline, offset }: TemplateNode, dot: Value, frame: Frame): void {
    const value = pipeline === null ? null : this.#pipeline(pipeline, dot, frame);
    this.#offset = offset;
    this.#list(this.#template.definitions.get(name)!, value, { slots: [value] });
  }

  /** The value of a pipeline, which its variable holds from now on. */
  #pipeline(pipeline: Pipeline, dot: Value, frame: Frame): Value {
    const value = this.#value(pipeline, dot, frame);
    for (const slot of pipeline.variables) frame.slots[slot] = value;
    return value;
  }

  #value({ commands, offset }: Pipeline, dot: Value, frame: Frame): Value {
    this.#offset = offset;
    let value: Value = null;
    for (const [place, command] of commands.entries()) {
      value =
        command.kind === 'call'
          ? this.#function(command, dot, frame, place > 0 ? [value] : [])
          : this.#operand(command, dot, frame);
    }
    return value;
  }

  #operand(operand: Operand, dot: Value, frame: Frame): Value {
    this.#budget.step();
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'dot':
        return dot;
      case 'variable': {
        const value = frame.slots[operand.slot];
        if (value === undefined)
          throw new TemplateFault(operand.offset, `undefined variable ${operand.name}`);
        return value;
      }
      case 'field':
        return this.#field(operand, dot, frame);
      case 'group': {
        let value: Value = null;
        this.#budget.within(() => (value = this.#pipeline(operand.pipeline, dot, frame)));
        return value;
      }
      case 'call':
        return this.#function(operand, dot, frame, []);
    }
  }

  #field({ of, names, offset }: FieldOperand, dot: Value, frame: Frame): Value {
    let value = this.#operand(of, dot, frame);
    for (const name of names) {
      if (!isMap(value))
        throw new TemplateFault(offset, `there is no field .${name} in type ${typeName(value)}`);
      if (!Object.hasOwn(value, name)) throw new TemplateFault(offset, `unknown field .${name}`);
      value = value[name]!;
    }
    return value;
  }

  #function(call: CallOperand, dot: Value, frame: Frame, piped: readonly Value[]): Value {
    this.#budget.step();
    if (call.name === 'and' || call.name === 'or') return this.#logic(call, dot, frame, piped);
    const args = [...call.args.map((arg) => this.#operand(arg, dot, frame)), ...piped];
    this.#offset = call.offset;
    for (const arg of args) if (typeof arg === 'string') this.#budget.text(arg.length);
    const result: Value = FUNCTIONS[call.name as FunctionName].call(...args);
    if (typeof result === 'string') this.#budget.text(result.length);
    return result;
  }

  /** The first argument that decides, else the last; those behind it are not computed. */
  #logic({ name, args }: CallOperand, dot: Value, frame: Frame, piped: readonly Value[]): Value {
    let value: Value = null;
    for (const arg of args) {
      value = this.#operand(arg, dot, frame);
      if (isTrue(value) === (name === 'or')) return value;
    }
    return piped.length > 0 ? piped[0]! : value;
  }
}
