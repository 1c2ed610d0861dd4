/** What a reader cannot see, but for the line feed and the tab, and what turns the direction of text around. */
// oxlint-disable-next-line no-control-regex -- control characters are what must go
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** A name of somebody, or one that means everybody, wherever it stands; an address has a name before its @. */
const MENTION = /@(?=(?:channel|here|everyone|all)\b)|(?<!\w)@(?=\w)/gi;

/**
 * Text made safe for a chat message: `&`, `<` and `>` as entities (which is what makes `<!channel>`
 * and `<@user>` mean people), no @ that a name follows, and no unseen characters, which could part either
 * from what it is, or make one thing look like another.
 */
export function escapeText(text: string): string {
  return text
    .replace(UNSEEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(MENTION, '@\u200b')
    .toWellFormed();
}

/** The end of a log or of events as a code block that its own back-ticks cannot close. */
export function codeBlock(text: string, maxChars: number): string {
  const tail = text.length > maxChars ? `…${text.slice(-maxChars)}` : text;
  return `\`\`\`\n${escapeText(tail).replace(/`(?=`)/g, '`\u200b')}\n\`\`\``;
}

/**
 * A value inside of somebody's own message: as `escapeText`, and no back-ticks of it meet others, so
 * that it cannot close a code block that it stands in, nor open one.
 */
export function escapeValue(text: string): string {
  return escapeText(text).replace(/`(?=`|$)/g, '`\u200b');
}

/** The text in pieces of at most so many characters, cut after a line or a comma where there is one. */
export function cutText(text: string, maxChars: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxChars) {
    const end = Math.max(rest.lastIndexOf('\n', maxChars - 1), rest.lastIndexOf(', ', maxChars - 2) + 1);
    const length = end > 0 ? end : maxChars;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length).trimStart();
  }
  return [...pieces, rest];
}
