const HTML: Readonly<Record<string, string>> = {
  '\u0000': '\uFFFD',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Go's `html`. */
export function escapeHtml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- NUL is one of the characters
  return text.replace(/[\u0000"'&<>]/g, (character) => HTML[character]!);
}

/** Go's `js`: text for the inside of a JavaScript string. */
export function escapeJs(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
  return text.replace(/[\\'"<>&=\u0000-\u001f]|[^\u0000-\u007f]/gu, (character) => {
    if (/[\\'"]/.test(character)) return `\\${character}`;
    if (character > '\u007f' && isPrintable(character)) return character;
    return `\\u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

/** Go's `urlquery`. */
export function escapeQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Whether Go prints a character as it is: letters, marks, numbers, punctuation, symbols and the space. */
export function isPrintable(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
}
