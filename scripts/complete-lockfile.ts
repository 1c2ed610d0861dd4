// Adds to package-lock.json the builds of native packages for other platforms that a registry mirror
// did not serve when the file was written. Without them `npm ci` refuses the file everywhere; with
// them it passes over those that are not for its machine. Run it after each change of dependencies:
// `node scripts/complete-lockfile.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const PATH = join(import.meta.dirname, '../package-lock.json');
const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync(PATH, 'utf8')) as { packages: Record<string, LockedPackage> };
let added = 0;
for (const [parent, { optionalDependencies, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    if (isLocked(parent, name) || !/^\d/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(dev && { dev }),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages for other platforms added to package-lock.json`);

function isLocked(parent: string, name: string): boolean {
  return `${parent}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
}

/** As the name says it: every such package is named after what it is for. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu'> {
  const words = name.split(/[-/]/);
  const system = SYSTEMS.find((word) => words.includes(word));
  const processor = PROCESSORS.find((word) => words.includes(word));
  return {
    ...(processor === undefined ? {} : { cpu: [processor] }),
    // A package for no system at all must not be taken for one that fits every machine.
    os: [system ?? 'none'],
  };
}
