import { pino } from 'pino';
import { OPEN_ACCESS } from '../../src/api/access.ts';
import { createServer } from '../../src/api/server.ts';
import { emptyPorts } from '../../src/api/testing.ts';
import { type Document, toReference } from './reference.ts';

/** The committed documents about the API: file name in docs to its text. */
export async function apiDocuments(version: string): Promise<ReadonlyMap<string, string>> {
  const server = await createServer({
    log: pino({ level: 'silent' }),
    version,
    pageDirectory: null,
    access: OPEN_ACCESS,
    ports: emptyPorts(),
  });
  const { body } = await server.inject('/api/v1/openapi.json');
  await server.close();
  const document = JSON.parse(body) as Document;
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['api-reference.md', toReference(document)],
  ]);
}
