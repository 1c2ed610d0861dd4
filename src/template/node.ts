import type { Value } from './value.ts';

// What a template says, as a tree. Offsets are places in the source, for messages about it.

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly pipeline: Pipeline }
  | ChoiceNode
  | RangeNode
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | TemplateNode;

/** `if` or `with`: the first branch whose pipeline is true, else `otherwise`. */
export interface ChoiceNode {
  readonly kind: 'if' | 'with';
  readonly branches: readonly { readonly pipeline: Pipeline; readonly body: readonly Node[] }[];
  readonly otherwise: readonly Node[];
}

export interface RangeNode {
  readonly kind: 'range';
  readonly pipeline: Pipeline;
  readonly body: readonly Node[];
  /** Of a range over nothing. */
  readonly otherwise: readonly Node[];
}

/** Renders a template that `define` or `block` names. */
export interface TemplateNode {
  readonly kind: 'template';
  readonly name: string;
  /** Null renders it with nil. */
  readonly pipeline: Pipeline | null;
  readonly offset: number;
}

/** Commands, each of which gets the value of the one before as its last argument. */
export interface Pipeline {
  readonly commands: readonly Operand[];
  /** Slots of the variables that are set to the value; two at most, and those only in a range. */
  readonly variables: readonly number[];
  /** Whether the variables stood before (`=`); else they begin here (`:=`). */
  readonly assigns: boolean;
  readonly offset: number;
}

export type Operand =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'dot' }
  /** Slot 0 is `$`. */
  | { readonly kind: 'variable'; readonly slot: number; readonly name: string; readonly offset: number }
  | FieldOperand
  | { readonly kind: 'group'; readonly pipeline: Pipeline }
  | CallOperand;

export interface FieldOperand {
  readonly kind: 'field';
  readonly of: Operand;
  readonly names: readonly string[];
  readonly offset: number;
}

export interface CallOperand {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Operand[];
  readonly offset: number;
}

/** A template that was read without a problem. */
export interface Template {
  readonly source: string;
  readonly body: readonly Node[];
  readonly definitions: ReadonlyMap<string, readonly Node[]>;
}
