import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import * as der from './der.ts';

/** What an HTTPS server needs; clients trust the certificate itself as their authority. */
export interface ServerCertificate {
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly privateKey: string;
}

const OID = {
  commonName: [2, 5, 4, 3],
  subjectAltName: [2, 5, 29, 17],
  basicConstraints: [2, 5, 29, 19],
  ecdsaWithSha256: [1, 2, 840, 10045, 4, 3, 2],
} as const;

const YEAR_MS = 365 * 86_400_000;

/**
 * A new self-signed certificate for host names and IP addresses, valid from a day before `now` (for
 * clocks that disagree) for ten years. kubectl sends a token over TLS alone, so that the sandbox
 * cannot do without one.
 */
export function createServerCertificate(hosts: readonly string[], now: number): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der.sequence(der.objectIdentifier(OID.ecdsaWithSha256));
  const name = der.sequence(
    der.set(der.sequence(der.objectIdentifier(OID.commonName), der.utf8String('punctual-sandbox'))),
  );
  const body = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(randomBytes(16)),
    algorithm,
    name,
    der.sequence(der.time(now - 86_400_000), der.time(now + 10 * YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(3, der.sequence(basicConstraints(), alternativeNames(hosts))),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = der.sequence(body, algorithm, der.bitString(signature));
  return {
    certificate: toPem(certificate),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

/** Marks the certificate as an authority, which some clients want of one they are to trust. */
function basicConstraints(): Buffer {
  const value = der.sequence(der.boolean(true));
  return der.sequence(der.objectIdentifier(OID.basicConstraints), der.boolean(true), der.octetString(value));
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 0 ? der.implicit(2, Buffer.from(host)) : der.implicit(7, addressBytes(host)),
  );
  return der.sequence(der.objectIdentifier(OID.subjectAltName), der.octetString(der.sequence(...names)));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from(
    [...first, ...zeros, ...last].flatMap((group) => [
      Number.parseInt(group, 16) >> 8,
      Number.parseInt(group, 16) & 0xff,
    ]),
  );
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
