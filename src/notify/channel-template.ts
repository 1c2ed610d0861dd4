import type { ChannelSpec } from '../alert/channel-spec.ts';
import type { Template } from '../template/node.ts';
import { parseTemplate } from '../template/parse-template.ts';
import { TEMPLATE_VARIABLES } from './template-data.ts';

/** The template that a channel's messages are made from, read once. */
export interface ChannelTemplate {
  /** Where it stands in the AlertChannel. */
  readonly field: string;
  readonly template: Template;
}

export type ReadChannelTemplate =
  /** Null when the channel has none and sends the default message. */
  | { readonly kind: 'read'; readonly template: ChannelTemplate | null }
  /** `message` names every problem and its place. */
  | { readonly kind: 'invalid'; readonly message: string };

const VARIABLES: ReadonlySet<string> = new Set(TEMPLATE_VARIABLES);

/** Reads messageTemplate or payloadTemplate, whichever the channel's type has. */
export function readChannelTemplate(spec: ChannelSpec): ReadChannelTemplate {
  const isChat = spec.type === 'chat';
  const field = isChat ? 'spec.chat.messageTemplate' : 'spec.webhook.payloadTemplate';
  const source = isChat ? spec.messageTemplate : spec.payloadTemplate;
  if (source === null) return { kind: 'read', template: null };
  const parsed = parseTemplate(source, { variables: VARIABLES });
  if (parsed.kind === 'template') return { kind: 'read', template: { field, template: parsed.template } };
  const problems = parsed.problems.map(
    ({ line, column, message }) => `line ${line}, column ${column}: ${message}`,
  );
  return { kind: 'invalid', message: `${field} ${problems.join('; ')}` };
}
