/**
 * The end of a log in at most `maxBytes` of UTF-8, beginning at a line where one begins within them.
 * `truncated` tells whether anything was cut off.
 */
export function cutLog(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly truncated: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return { text, truncated: false };
  let from = bytes.length - maxBytes;
  const lineEnd = bytes.indexOf(0x0a, from - 1);
  if (lineEnd >= 0 && lineEnd < bytes.length - 1) from = lineEnd + 1;
  // One line longer than the cap: begin at a character, not inside one.
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return { text: bytes.toString('utf8', from), truncated: true };
}
