// How far a connection to PostgreSQL is protected, for each of libpq's modes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createServerCertificate } from '../../../src/sandbox/server-certificate.ts';
import { openPostgres } from '../../../src/store/postgres.ts';
import type { PostgresConnection, PostgresTlsMode } from '../../../src/store/postgres-connection.ts';
import { anEmptyPostgresDatabase } from '../../postgres.ts';
import { PostgresServer } from '../../postgres-server.ts';
import { silent } from './stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'punctual-tls-'));
const files = { right: join(folder, 'right.pem'), other: join(folder, 'other.pem') };
let server: PostgresServer;
let encrypting: PostgresConnection;

before(async () => {
  const certificate = createServerCertificate(['127.0.0.1'], Date.now());
  writeFileSync(files.right, certificate.certificate);
  writeFileSync(files.other, createServerCertificate(['127.0.0.1'], Date.now()).certificate);
  server = await PostgresServer.start({ certificate });
  encrypting = await server.createDatabase();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Case {
  readonly mode: PostgresTlsMode;
  readonly ca: keyof typeof files | null;
  /** The certificate names 127.0.0.1 alone. */
  readonly host: '127.0.0.1' | 'localhost';
  readonly outcome: 'encrypted' | 'plain' | RegExp;
}

const CASES: readonly Case[] = [
  { mode: 'disable', ca: null, host: '127.0.0.1', outcome: 'plain' },
  { mode: 'prefer', ca: null, host: '127.0.0.1', outcome: 'encrypted' },
  { mode: 'require', ca: null, host: '127.0.0.1', outcome: 'encrypted' },
  { mode: 'require', ca: 'right', host: 'localhost', outcome: 'encrypted' },
  { mode: 'require', ca: 'other', host: '127.0.0.1', outcome: /certificate/ },
  { mode: 'verify-ca', ca: 'right', host: 'localhost', outcome: 'encrypted' },
  { mode: 'verify-ca', ca: 'other', host: '127.0.0.1', outcome: /certificate/ },
  { mode: 'verify-ca', ca: null, host: '127.0.0.1', outcome: /certificate/ },
  { mode: 'verify-full', ca: 'right', host: '127.0.0.1', outcome: 'encrypted' },
  { mode: 'verify-full', ca: 'right', host: 'localhost', outcome: /Hostname\/IP does not match/ },
  { mode: 'verify-full', ca: null, host: '127.0.0.1', outcome: /certificate/ },
];
for (const { mode, ca, host, outcome } of CASES) {
  const authority = ca === null ? 'no authority of its own' : `the ${ca} authority`;
  test(`${mode} with ${authority} at ${host}: ${String(outcome)}`, async () => {
    const opened = security(encrypting, host, mode, ca);
    if (outcome instanceof RegExp) await assert.rejects(opened, outcome);
    else assert.equal(await opened, outcome);
  });
}

test('prefer is content with a server that offers no encryption', async () => {
  assert.equal(await security(await anEmptyPostgresDatabase(), '127.0.0.1', 'prefer', null), 'plain');
});

async function security(
  connection: PostgresConnection,
  host: string,
  mode: PostgresTlsMode,
  ca: Case['ca'],
): Promise<string> {
  const caFile = ca === null ? null : files[ca];
  const database = await openPostgres(
    { ...connection, host, tls: { mode, caFile, certFile: null, keyFile: null } },
    silent,
  );
  try {
    const { rows } = await sql<{ ssl: number }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.db);
    return rows[0]?.ssl === 1 ? 'encrypted' : 'plain';
  } finally {
    await database.close();
  }
}
