/**
 * Text that every database takes and every reader can see: NUL, which PostgreSQL refuses, becomes its
 * picture U+2400, and half a surrogate pair U+FFFD. Bytes that are no UTF-8 have become U+FFFD before, when
 * they were decoded. Ordinary text comes back as it is.
 */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\u2400') : whole;
}
