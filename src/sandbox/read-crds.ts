import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ObjectInput } from './cluster-types.ts';

/** The CustomResourceDefinitions in a directory of YAML files, as `kubectl apply -f` would take them. */
export function readCrds(directory: string): readonly ObjectInput[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => parse(readFileSync(join(directory, name), 'utf8')) as ObjectInput);
}
