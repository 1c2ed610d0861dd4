import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parsePostgresUrl } from '../../../src/config/postgres-url.ts';
import { openStore, type Store, type StoreLocation } from '../../../src/store/store.ts';
import { aPostgresDatabase } from '../../postgres.ts';

interface StoreKind {
  readonly name: string;
  readonly open: (t: TestContext) => Promise<Store>;
}

/** Every kind of store that the suite runs on: what holds on one must hold on all. */
const stores: readonly StoreKind[] = [
  { name: 'SQLite in a file', open: openInFile },
  { name: 'SQLite in memory', open: openInMemory },
  { name: 'PostgreSQL', open: openInPostgres },
];

/** Declares the test once for each kind of store, each time with an empty one that is closed afterwards. */
export function storeTest(name: string, run: (store: Store, t: TestContext) => Promise<void>): void {
  for (const kind of stores) {
    void test(`${kind.name}: ${name}`, async (t) => run(await kind.open(t), t));
  }
}

/** A path for a database file, removed after the test. */
export function aDatabasePath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'punctual-store-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'punctual.db');
}

/** Says nothing: what a store logs is not what these tests are about. */
export const silent = { info: () => undefined };

/** Where the store is that a process is given as text: the path of a SQLite file, or a URL. */
export function toLocation(text: string): StoreLocation {
  const result = parsePostgresUrl(text);
  return result.kind === 'url' ? { postgres: result.url } : { path: text };
}

async function openInFile(t: TestContext): Promise<Store> {
  // The folder's removal is registered first and so runs after the store is closed.
  const path = aDatabasePath(t);
  const store = await openStore({ path, log: silent });
  t.after(() => store.close());
  return store;
}

async function openInMemory(t: TestContext): Promise<Store> {
  const store = await openStore({ path: ':memory:', log: silent });
  t.after(() => store.close());
  return store;
}

async function openInPostgres(t: TestContext): Promise<Store> {
  const database = await aPostgresDatabase();
  const store = await openStore({ postgres: database.connection, log: silent });
  t.after(async () => {
    await store.close();
    await database[Symbol.asyncDispose]();
  });
  return store;
}
