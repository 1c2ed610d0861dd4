import type { ReceivedMessage } from './receiver.ts';

/** The page that shows what the demo's channels delivered: newest first, no scripts, text escaped. */
export function receiverPage(newestFirst: readonly ReceivedMessage[], now: number): string {
  const count = newestFirst.length;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Messages received (${count})</title>
<style>${STYLE}</style>
<main>
<h1>Messages received</h1>
<p class="mute">What the sandbox's channels delivered, newest first. ${count} kept; as of ${when(now)}. Reload for more.</p>
${count === 0 ? '<p>None yet. The next alert shows here.</p>' : newestFirst.map(article).join('\n')}
</main>
</html>
`;
}

function article(message: ReceivedMessage): string {
  const attachment = chatAttachment(message.body);
  const colour = attachment?.color ?? webhookColour(message.body);
  const title = attachment?.title ?? field(message.body, 'title') ?? 'Message';
  const text = attachment?.text ?? field(message.body, 'message') ?? '';
  return `<article style="border-left-color:${safeColour(colour)}">
<header><h2>${escapeHtml(title)}</h2><span class="mute">${escapeHtml(message.path)} · ${when(message.receivedAt)}</span></header>
<pre class="text">${escapeHtml(unescapeChat(text))}</pre>
<details><summary>Body as sent</summary><pre>${escapeHtml(JSON.stringify(message.body, null, 2))}</pre></details>
</article>`;
}

interface Attachment {
  readonly color: string;
  readonly title: string;
  readonly text: string;
}

function chatAttachment(body: unknown): Attachment | null {
  if (typeof body !== 'object' || body === null || !('attachments' in body)) return null;
  const [first] = body.attachments as readonly Partial<Attachment>[];
  return first === undefined
    ? null
    : { color: first.color ?? '', title: unescapeChat(first.title ?? ''), text: first.text ?? '' };
}

function webhookColour(body: unknown): string {
  if (field(body, 'status') === 'resolved') return '#16a34a';
  return field(body, 'severity') === 'critical' ? '#dc2626' : '#eab308';
}

function field(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : null;
}

function safeColour(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#6b7280';
}

function unescapeChat(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function when(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 13px/1.5 system-ui, sans-serif; background: light-dark(#f6f7f9, #0b0e12); color: light-dark(#1c2128, #e6e9ee); }
main { max-width: 860px; margin: 0 auto; padding: 16px; }
h1 { font-size: 18px; margin: 0; }
h2 { font-size: 14px; margin: 0; overflow-wrap: anywhere; }
.mute { color: light-dark(#57606a, #9aa4b2); }
article { margin: 12px 0; padding: 10px 14px; border: 1px solid light-dark(#dfe3e8, #262c35); border-left: 4px solid; border-radius: 6px; background: light-dark(#fff, #0f1217); }
header { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: space-between; }
pre { overflow: auto; max-height: 320px; margin: 8px 0 0; font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.text { font-family: inherit; font-size: 13px; }
`;
