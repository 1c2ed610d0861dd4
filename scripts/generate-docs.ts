// Writes docs/openapi.json and docs/api-reference.md anew: `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocuments } from './api-reference/documents.ts';

const ROOT = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

for (const [name, text] of await apiDocuments(version)) writeFileSync(join(ROOT, 'docs', name), text);
