/** What stands where a secret stood. */
const REDACTED = '[redacted]';

/** Words that name a secret at the end of a variable, a field or an option: `DB_PASSWORD`, `clientSecret`. */
const SECRET_NAME =
  '(?:password|passwd|passphrase|pwd|secret|token|credentials?|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key|private[_-]?key|account[_-]?key|encryption[_-]?key)';

/** A value behind `=` or `:`; quoted, quoted inside a JSON string, or bare. A quote left open ends with its line. */
const VALUE = `(?:\\\\"(?:[^"\\\\\\n]|\\\\[^"\\n])*(?:\\\\")?|"(?:[^"\\\\\\n]|\\\\.)*"?|'[^'\\n]*'?|[^\\s,;&"'}\\])]+)`;

/**
 * Each pattern keeps its first group, if any. They run in linear time: every one starts at a literal
 * that cannot be part of what an earlier start scanned, or bounds what it scans.
 */
const PATTERNS: readonly RegExp[] = [
  // user:password@ of a URL.
  /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/:@]*:[^\s/]*(?=@)/gi,
  // Incoming webhooks of chat services: the path is the secret.
  /\b(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]+/gi,
  /(\bauthorization\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?)(?:(?:basic|bearer|digest|token|negotiate)[ \t]{1,4})?[^\s"',;\\]+/gi,
  // A word after Bearer is a token when it is long or holds a digit; "bearer authentication" is not one.
  /\b(bearer[ \t]{1,4})(?:[\w.~+/-]{20,}|(?=[a-z._~+/-]{0,64}\d)[\w.~+/-]{6,})={0,2}/gi,
  // JSON Web Tokens.
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g,
  // Keys of AWS, GitHub, GitLab, Slack, Google, Stripe and npm, which tell themselves by their prefix.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|npm_[A-Za-z0-9]{30,})/g,
  /\b(?:glpat-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|AIza[\w-]{35}|[rs]k_(?:live|test)_\w{16,})/g,
  new RegExp(`(${SECRET_NAME}\\\\?["']?[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4})${VALUE}`, 'gi'),
  new RegExp(`(--[\\w-]{0,40}${SECRET_NAME}[ \\t]{1,4})(?!-)[^\\s]+`, 'gi'),
];

/**
 * The text with what looks like a secret replaced by `[redacted]`: tokens, keys, passwords in
 * assignments, options and URLs, and private key blocks. The names beside them stay, so that a reader
 * sees what was there. A guard for logs that leave the cluster, not a proof: a secret that looks like
 * an ordinary word stays. Takes time linear in the length.
 */
export function redact(text: string): string {
  let redacted = redactPrivateKeys(text);
  for (const pattern of PATTERNS) {
    redacted = redacted.replace(pattern, (_match, kept: unknown) =>
      typeof kept === 'string' ? `${kept}${REDACTED}` : REDACTED,
    );
  }
  return redacted;
}

/** Line by line rather than by a pattern, which would search the rest of the text for each block left open. */
function redactPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY-----')) return text;
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    const begins = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/.test(line);
    const ends = /-----END [A-Z ]{0,30}PRIVATE KEY-----/.test(line);
    if (!inside && !begins) kept.push(line);
    if (!inside && begins) kept.push(REDACTED);
    inside = (inside || begins) && !ends;
  }
  return kept.join('\n');
}
