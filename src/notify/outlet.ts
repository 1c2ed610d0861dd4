import { lookup as lookupName, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { DeniedNetworks } from '../lib/denied-networks.ts';

export interface OutletOptions {
  readonly denied: DeniedNetworks;
  /** PEM certificates that are trusted beside the built-in ones; null for those alone. */
  readonly extraCa: string | null;
}

/** The way out to one receiver: connections of its own, so that one that hangs takes nobody else's. */
export interface Outlet {
  readonly dispatcher: Dispatcher;
  readonly denied: DeniedNetworks;
}

/** The code of the error that a connection to a denied address fails with. */
export const DENIED_ADDRESS = 'ERR_DENIED_ADDRESS';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Goes through HTTP_PROXY, HTTPS_PROXY and NO_PROXY where they are set. Connects to no denied address,
 * looked at after the name was resolved and for the very address that is connected to, so that a
 * name that resolves to another one the second time gains nothing. Behind a proxy, it is the proxy
 * that resolves names.
 */
export function openOutlet({ denied, extraCa }: OutletOptions): Outlet {
  const tls = extraCa === null ? {} : { ca: [...getCACertificates('default'), extraCa] };
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(denied), ...tls });
  return { dispatcher: new EnvHttpProxyAgent({ connect, requestTls: tls, proxyTls: tls }), denied };
}

function guardedLookup(denied: DeniedNetworks): LookupFunction {
  return (name, options, callback) => {
    lookupName(name, options, (error, found, family) => {
      if (error) return callback(error, found, family);
      const addresses =
        typeof found === 'string' ? [found] : found.map(({ address }: LookupAddress) => address);
      // One denied address among others is reason enough: it is not there by honest accident.
      if (addresses.some((address) => denied.denies(address))) {
        return callback(Object.assign(new Error('denied address'), { code: DENIED_ADDRESS }), '', 0);
      }
      callback(null, found, family);
    });
  };
}
