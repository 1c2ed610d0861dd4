import assert from 'node:assert/strict';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { createServerCertificate } from './server-certificate.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test('the certificate is valid for its hosts, signed by its own key, and its own authority', () => {
  const { certificate, privateKey } = createServerCertificate(['127.0.0.1', '::1', 'localhost'], NOW);
  const parsed = new X509Certificate(certificate);
  assert.equal(parsed.checkIP('127.0.0.1'), '127.0.0.1');
  assert.equal(parsed.checkIP('::1'), '::1');
  assert.equal(parsed.checkHost('localhost'), 'localhost');
  assert.equal(parsed.checkHost('elsewhere'), undefined);
  assert.ok(parsed.verify(parsed.publicKey));
  assert.ok(parsed.checkPrivateKey(createPrivateKey(privateKey)));
  assert.equal(parsed.ca, true);
  assert.ok(parsed.validFromDate.getTime() <= NOW && parsed.validToDate.getTime() > NOW);
});

test('no two certificates share a key or a serial number', () => {
  const [a, b] = [1, 2].map(
    () => new X509Certificate(createServerCertificate(['localhost'], NOW).certificate),
  );
  assert.notEqual(a!.serialNumber, b!.serialNumber);
  assert.notEqual(a!.fingerprint256, b!.fingerprint256);
});
