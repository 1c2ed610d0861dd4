import { BlockList, isIP } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment wants for `server`, as Go programs such as kubectl read HTTPS_PROXY,
 * HTTP_PROXY and NO_PROXY (upper case before lower case); null for a direct connection. NO_PROXY takes
 * `*`, host names (with their subdomains), `.suffix`, addresses, CIDR ranges, each with an optional
 * port. Loopback is never proxied.
 */
export function proxyFor(server: string, env: Environment): string | null {
  const url = new URL(server);
  const proxy = url.protocol === 'https:' ? either(env, 'HTTPS_PROXY') : either(env, 'HTTP_PROXY');
  if (!proxy || isLoopback(hostOf(url)) || isExempt(url, either(env, 'NO_PROXY'))) return null;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function either(env: Environment, name: string): string {
  return env[name] || env[name.toLowerCase()] || '';
}

/** Without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isExempt(url: URL, noProxy: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && matches(entry, hostOf(url), port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isInRange(entry, host);
  const withPort = isIP(entry) === 0 ? /^(.*):(\d+)$/.exec(entry) : null;
  if (withPort && withPort[2] !== port) return false;
  const name = (withPort?.[1] ?? entry).replace(/^\[|\]$/g, '').replace(/^\*/, '');
  return name.startsWith('.') ? host.endsWith(name) : host === name || host.endsWith(`.${name}`);
}

function isInRange(range: string, host: string): boolean {
  const [address = '', bits] = range.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(bits), type);
  } catch {
    return false;
  }
  return list.check(host, type);
}
