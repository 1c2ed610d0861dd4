import { HIDDEN } from './secret-text.ts';

/**
 * The URL without what grants access: its password, and query parameters whose names speak of one.
 * A text that is no URL is hidden whole, since nobody knows what it holds.
 */
export function redactUrl(text: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:(.*)@)?([^?@]*)(?:\?(.*))?$/is.exec(text);
  if (parts === null) return HIDDEN;
  const [, scheme, userInfo, rest, query] = parts;
  return `${scheme}${userInfo === undefined ? '' : `${hidePassword(userInfo)}@`}${rest}${
    query === undefined ? '' : `?${query.split('&').map(hideSecret).join('&')}`
  }`;
}

function hidePassword(userInfo: string): string {
  const colon = userInfo.indexOf(':');
  return colon < 0 ? userInfo : `${userInfo.slice(0, colon)}:${HIDDEN}`;
}

function hideSecret(parameter: string): string {
  const name = parameter.split('=')[0]!;
  return /pass|secret|token|key/i.test(name) ? `${name}=${HIDDEN}` : parameter;
}
