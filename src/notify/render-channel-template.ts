import { jsonProblem } from '../lib/json-problem.ts';
import { position } from '../lib/position.ts';
import { type RenderOptions, renderTemplate } from '../template/render-template.ts';
import type { ValueMap } from '../template/value.ts';
import type { ChannelTemplate } from './channel-template.ts';

export type RenderedMessage =
  | { readonly kind: 'text'; readonly text: string }
  /** `reason` names the field and the place in it, and repeats nothing of the data. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The text that a channel's template makes of a message. */
export function renderChannelTemplate(
  { field, template }: ChannelTemplate,
  data: ValueMap,
  options?: RenderOptions,
): RenderedMessage {
  const rendered = renderTemplate(template, data, options);
  return rendered.kind === 'text' ? rendered : { kind: 'failed', reason: `${field} ${rendered.reason}` };
}

/** As `renderChannelTemplate`; a text that is no JSON failed. */
export function renderJsonTemplate(template: ChannelTemplate, data: ValueMap): RenderedMessage {
  const rendered = renderChannelTemplate(template, data);
  if (rendered.kind === 'failed') return rendered;
  const offset = jsonProblem(rendered.text);
  if (offset === null) return rendered;
  const { line, column } = position(rendered.text, offset);
  const reason = `${template.field} makes no valid JSON: see line ${line}, column ${column} of its result`;
  return { kind: 'failed', reason };
}
