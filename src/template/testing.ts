// Builders for tests: data as JSON writes it, and the way from a source to its text.
import { type ParsedTemplate, parseTemplate } from './parse-template.ts';
import { type RenderedTemplate, type RenderOptions, renderTemplate } from './render-template.ts';
import type { Value, ValueMap } from './value.ts';

/** JSON as a template's data; whole numbers become ints. */
export function aValueMap(json: unknown): ValueMap {
  return toValue(json) as ValueMap;
}

function toValue(json: unknown): Value {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json !== 'object' || json === null) return json as Value;
  if (Array.isArray(json)) return json.map(toValue);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, toValue(value)]));
}

/** Reads a source whose variables are the fields of the data, and renders it. */
export function render(
  source: string,
  data: ValueMap = {},
  options: RenderOptions = {},
): RenderedTemplate | Extract<ParsedTemplate, { kind: 'invalid' }> {
  const parsed = parseTemplate(source, { variables: new Set(Object.keys(data)) });
  return parsed.kind === 'invalid' ? parsed : renderTemplate(parsed.template, data, options);
}
