// Writes deploy/crds from the schemas that also check the resources.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crdFiles } from './crds.ts';

const folder = join(import.meta.dirname, '../deploy/crds');
mkdirSync(folder, { recursive: true });
for (const [name, text] of crdFiles()) writeFileSync(join(folder, name), text);
