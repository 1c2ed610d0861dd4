/** What stands where a secret stood. */
const REDACTED = '[redacted]';

/** Not what stands for a secret already: redacted again, a text stays as it is. */
const NOT_YET = '(?![ \\t]{0,4}\\[redacted\\])';

/**
 * Words at the end of a variable, a field or an option that name a secret: `DB_PASSWORD`, `clientSecret`. Those
 * of which a log also speaks in prose ("token: expired since noon") are apart.
 */
const KEY_OF =
  '(?:api|access|secret|private|account|encryption|app|auth|master|signing|webhook|license|ssh|storage|session|service)';
const SECRET_NAME = `(?:password|passwd|passphrase|pwd|(?<![a-z])pass|jwt|session[_-]?id|${KEY_OF}[_-]?key(?:[_-]?id)?|client[_-]key[_-]data)`;
const SPOKEN_NAME = '(?:secret|token|credentials?)';
const PROSE = '(?![a-z]{1,14}[ \\t]+[a-z])';

/** Between a name and its value, also where both stand inside a JSON string. */
const ASSIGNS = '\\\\?["\']?[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4}';

/** A value behind `=` or `:`; quoted, quoted inside a JSON string, or bare. A quote left open ends with its line. */
const QUOTED = `\\\\"(?:[^"\\\\\\n]|\\\\[^"\\n])*(?:\\\\")?|"(?:[^"\\\\\\n]|\\\\.)*"?|'[^'\\n]*'?`;
const VALUE = `${NOT_YET}(?:${QUOTED}|[^\\s,;&"'}\\])]+)`;

/** Tokens and keys that tell themselves by how they begin. */
const PREFIXED: readonly RegExp[] = [
  // AWS.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  // GitHub, npm, Hugging Face, Docker Hub, DigitalOcean, Shopify, Stripe.
  /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,}|dckr_pat_[\w-]{20,}|do[opr]_v1_[a-f0-9]{40,}|shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}|[rs]k_(?:live|test)_\w{16,}|whsec_\w{20,})/g,
  // GitLab, Slack, Google, PyPI, OpenAI and the like, Square, Atlassian.
  /\b(?:gl(?:pat|dt|rt|ptt|soat)-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|xapp-[\w-]{20,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|pypi-[\w-]{40,}|sk-[A-Za-z0-9][\w-]{18,}|sq0(?:atp|csp)-[\w-]{20,}|ATATT3[\w=-]{20,})/g,
  // Vault, SendGrid, age, Telegram bots, Twilio.
  /\b(?:hv[sbr]\.[\w-]{20,}|SG\.[\w-]{16,64}\.[\w-]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{50,}|\d{8,10}:AA[\w-]{30,}|SK[0-9a-f]{32}\b)/g,
  // JSON Web Tokens.
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g,
];

/**
 * Each pattern keeps its first group, if any. They run in linear time: every one starts at a literal
 * that cannot be part of what an earlier start scanned, or bounds what it scans.
 */
const PATTERNS: readonly RegExp[] = [
  // user:password@ of a URL, and a token in the place of a user.
  new RegExp(
    `\\b([a-z][a-z0-9+.-]{1,20}:\\/\\/)${NOT_YET}(?:[^\\s/:@]*:[^\\s/]*|[\\w.-]{20,100})(?=@)`,
    'gi',
  ),
  // Incoming webhooks of chat services: the path is the secret.
  /\b(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|\.webhook\.office\.com\/)[\w/@-]+/gi,
  new RegExp(
    `(\\bauthorization\\\\?["']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\?["']?)${NOT_YET}(?:(?:basic|bearer|digest|token|negotiate)[ \\t]{1,4})?[^\\s"',;\\\\]+`,
    'gi',
  ),
  new RegExp(`(\\b(?:set-)?cookie\\\\?["']?[ \\t]{0,4}:[ \\t]{0,4})${NOT_YET}(?:${QUOTED}|[^\\n"']+)`, 'gi'),
  // A word after Bearer is a token when it is long or holds a digit; "bearer authentication" is not one.
  /\b(bearer[ \t]{1,4})(?:[\w.~+/-]{20,}|(?=[a-z._~+/-]{0,64}\d)[\w.~+/-]{6,})={0,2}/gi,
  ...PREFIXED,
  // Signed links.
  new RegExp(
    `([?&](?:sig|signature|auth|key|x-(?:amz|goog)-(?:signature|credential|security-token))=)${NOT_YET}[^\\s&"'#]+`,
    'gi',
  ),
  // The registry's entry in a Docker configuration.
  /("auth"[ \t]{0,4}:[ \t]{0,4})"[A-Za-z0-9+/=]{8,}"/g,
  new RegExp(`(${SECRET_NAME}${ASSIGNS})${VALUE}`, 'gi'),
  new RegExp(`(${SPOKEN_NAME}${ASSIGNS}${PROSE})${VALUE}`, 'gi'),
  new RegExp(`(--[\\w-]{0,40}(?:${SECRET_NAME}|${SPOKEN_NAME})[ \\t]{1,4})(?!-)${NOT_YET}[^\\s]+`, 'gi'),
  // Passwords on command lines that give them no name.
  new RegExp(`(\\bcurl\\b[^\\n]{0,200}?[ \\t](?:-u|--user|--proxy-user)[ \\t=]{1,4})${NOT_YET}[^\\s]+`, 'g'),
  new RegExp(
    `(\\b(?:mysql|mysqldump|mariadb|sshpass)\\b[^\\n]{0,200}?[ \\t]-p[ \\t]{0,4})(?![ \\t-])${NOT_YET}[^\\s]+`,
    'g',
  ),
];

/**
 * The text with what looks like a secret replaced by `[redacted]`: tokens, keys, passwords in
 * assignments, options and URLs, cookies, and private key blocks. The names beside them stay, so that a
 * reader sees what was there. A guard for logs that leave the cluster, not a proof: a secret that looks like
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
  if (!text.includes('PRIVATE KEY')) return text;
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    const begins = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.test(line);
    const ends = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.test(line);
    if (!inside && !begins) kept.push(line);
    if (!inside && begins) kept.push(REDACTED);
    inside = (inside || begins) && !ends;
  }
  return kept.join('\n');
}
