import { SecretText } from '../lib/secret-text.ts';

/** Access control as flags and environment give it; the environment's names are the flags' with PUNCTUAL_. */
export interface AccessSource {
  readonly accessToken: string | undefined;
  readonly accessTokenFile: string | undefined;
  readonly accessTokenGuards: string | undefined;
  readonly readOnly: string | boolean | undefined;
  readonly trustedUserHeader: string | undefined;
  readonly allowedHosts: string | undefined;
}

export interface AccessConfig {
  /** The token itself, or the file that holds it; null asks for none. */
  readonly token: SecretText | { readonly file: string } | null;
  readonly tokenGuards: 'writes' | 'all';
  readonly readOnly: boolean;
  /** In lower case, as headers are compared. */
  readonly userHeader: string | null;
  readonly allowedHosts: readonly string[];
}

/** Adds to `problems` what cannot be meant, each naming its flag. */
export function toAccessConfig(source: AccessSource, problems: string[]): AccessConfig {
  return {
    token: toToken(source, problems),
    tokenGuards: toGuards(source.accessTokenGuards ?? 'writes', problems),
    readOnly: toReadOnly(source.readOnly ?? false, problems),
    userHeader: toHeaderName(source.trustedUserHeader ?? '', problems),
    allowedHosts: toHosts(source.allowedHosts ?? '', problems),
  };
}

function toToken({ accessToken, accessTokenFile }: AccessSource, problems: string[]): AccessConfig['token'] {
  if (accessToken !== undefined && accessTokenFile !== undefined) {
    problems.push('--access-token-file and PUNCTUAL_ACCESS_TOKEN exclude each other; give one');
  }
  if (accessTokenFile !== undefined) return { file: accessTokenFile };
  if (accessToken === undefined) return null;
  if (accessToken.trim() === '')
    problems.push('PUNCTUAL_ACCESS_TOKEN is empty; leave it out or give a token');
  return new SecretText(accessToken.trim());
}

function toGuards(text: string, problems: string[]): AccessConfig['tokenGuards'] {
  if (text === 'writes' || text === 'all') return text;
  problems.push(`--access-token-guards (PUNCTUAL_ACCESS_TOKEN_GUARDS) is "${text}"; give writes or all`);
  return 'all';
}

function toReadOnly(value: string | boolean, problems: string[]): boolean {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0' || value === '') return false;
  problems.push(`--read-only (PUNCTUAL_READ_ONLY) is "${value}"; give true or false`);
  return true;
}

function toHeaderName(text: string, problems: string[]): string | null {
  if (text === '') return null;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(text)) {
    problems.push(
      `--trusted-user-header (PUNCTUAL_TRUSTED_USER_HEADER) is "${text}"; give a header's name such as X-Forwarded-User`,
    );
  }
  return text.toLowerCase();
}

function toHosts(text: string, problems: string[]): readonly string[] {
  const hosts = text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  for (const host of hosts) {
    if (/^[a-z0-9_.-]+$/.test(host)) continue;
    problems.push(
      `--allowed-hosts (PUNCTUAL_ALLOWED_HOSTS) holds "${host}"; give host names without a scheme or port, separated by commas`,
    );
  }
  return hosts;
}
