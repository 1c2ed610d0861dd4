import { BlockList, isIP } from 'node:net';

/**
 * Where no message goes unless the operator says otherwise: link-local addresses, and those at which
 * clouds hand credentials to whoever asks from inside (AWS, Google and Azure within the first; Alibaba,
 * Azure's wire server, Oracle, and AWS over IPv6).
 */
export const DEFAULT_DENIED_NETWORKS: readonly string[] = [
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
];

/** Addresses that nothing is sent to. An IPv4 address within an IPv6 one counts as the IPv4 address. */
export class DeniedNetworks {
  readonly #list = new BlockList();

  /** Throws a RangeError for a text that is no network in CIDR notation. */
  constructor(networks: readonly string[]) {
    for (const network of networks) this.#add(network);
  }

  /** False for a host name: what it resolves to is looked at when it is known. */
  denies(host: string): boolean {
    const family = isIP(host);
    return family !== 0 && this.#list.check(host, family === 6 ? 'ipv6' : 'ipv4');
  }

  #add(network: string): void {
    if (!isNetwork(network)) throw new RangeError(`${network} is no network such as 169.254.0.0/16`);
    const [address, bits] = network.split('/') as [string, string];
    this.#list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Whether a text is a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const family = isIP(address);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
}
