import { SecretText } from '../lib/secret-text.ts';
import type { SettingKey } from './settings.ts';

export interface AccessConfig {
  /** The token itself, or the file that holds it; null asks for none. */
  readonly token: SecretText | { readonly file: string } | null;
  readonly tokenGuards: 'writes' | 'all';
  readonly readOnly: boolean;
  /** In lower case, as headers are compared. */
  readonly userHeader: string | null;
  readonly allowedHosts: readonly string[];
}

/** What flags and environment say of a setting; undefined where they say nothing. */
type Source = (key: SettingKey) => string | undefined;

/** Adds to `problems` what cannot be meant, each naming its flag. */
export function toAccessConfig(text: Source, problems: string[]): AccessConfig {
  return {
    token: toToken(text, problems),
    tokenGuards: toGuards(text('accessTokenGuards') ?? 'writes', problems),
    readOnly: toReadOnly(text('readOnly') ?? 'false', problems),
    userHeader: toHeaderName(text('trustedUserHeader') ?? '', problems),
    allowedHosts: toHosts(text('allowedHosts') ?? '', problems),
  };
}

function toToken(text: Source, problems: string[]): AccessConfig['token'] {
  const token = text('accessToken')?.trim();
  const file = text('accessTokenFile');
  if (token !== undefined && file !== undefined) {
    problems.push('--access-token-file and PUNCTUAL_ACCESS_TOKEN exclude each other; give one');
  }
  if (file !== undefined) return { file };
  if (token === undefined) return null;
  if (token === '') problems.push('PUNCTUAL_ACCESS_TOKEN is empty; leave it out or give a token');
  return new SecretText(token);
}

function toGuards(text: string, problems: string[]): AccessConfig['tokenGuards'] {
  if (text === 'writes' || text === 'all') return text;
  problems.push(`--access-token-guards (PUNCTUAL_ACCESS_TOKEN_GUARDS) is "${text}"; give writes or all`);
  return 'all';
}

function toReadOnly(text: string, problems: string[]): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0' || text === '') return false;
  problems.push(`--read-only (PUNCTUAL_READ_ONLY) is "${text}"; give true or false`);
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
