import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Starts a headless browser that speaks to no one but the pages under test. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * The path of a Chromium: PUNCTUAL_TEST_CHROMIUM, else the machine's own, else Debian's package,
 * which it installs when it may and says so. Throws an error that says what to install.
 */
export function findChromium(): string {
  const chosen = process.env['PUNCTUAL_TEST_CHROMIUM'];
  if (chosen !== undefined) {
    if (!existsSync(chosen)) throw new Error(`PUNCTUAL_TEST_CHROMIUM names ${chosen}, which does not exist.`);
    return chosen;
  }
  const found = findInstalled() ?? installPackage();
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium or Chrome: install one (Debian, Ubuntu: apt-get install chromium) or name its path in PUNCTUAL_TEST_CHROMIUM.',
  );
}

function findInstalled(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...FIXED_PLACES].find((path) => existsSync(path));
}

function installPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('# No Chromium on this machine: installing the package chromium for the browser tests.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0;
  run('update');
  return run('install', '--yes', '--no-install-recommends', 'chromium') ? findInstalled() : undefined;
}
