// How fast the page is with 10,000 CronJobs: the real API on a real store in a process beside it, a real
// browser. `node bench/page.ts [--cron-jobs 10000] [--slower 4]`
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../test/chromium.ts';
import { buildDashboard } from '../test/e2e/dashboard.ts';
import { PROBE } from './page/probe.ts';
import { print } from './report.ts';

const { values } = parseArgs({
  options: { 'cron-jobs': { type: 'string', default: '10000' }, slower: { type: 'string', default: '4' } },
});
/** How often each is done. */
const KEYS = 30;
const SORTS = 20;
const BUILT = join(import.meta.dirname, '../dist/ui');

buildDashboard();
printWeights();
const world = fork(join(import.meta.dirname, 'page/serve-world.ts'), [values['cron-jobs']]);
const [origin] = (await once(world, 'message')) as [string];
const browser = await launchChromium();
console.log(
  `\n${values['cron-jobs']} CronJobs, load average ${loadavg()[0]!.toFixed(1)}: median / longest, in ms`,
);
try {
  for (const slowdown of [1, Number(values.slower)]) await measure(browser, slowdown);
} finally {
  await browser.close();
  world.kill();
}

function printWeights(): void {
  const index = readFileSync(join(BUILT, 'index.html'), 'utf8');
  const scripts = globSync('assets/*.js', { cwd: BUILT });
  const initial = scripts.filter((path) => index.includes(path));
  print('scripts of the first page, gzip (reach 180 KB)', size(initial));
  print('all scripts (reach 300 KB)', size(scripts));
  print('styles (reach 12 KB)', size(globSync('assets/*.css', { cwd: BUILT })));
  print('fonts (reach 90 KB)', size(globSync('assets/*.woff2', { cwd: BUILT })));
}

function size(paths: readonly string[]): string {
  const bytes = paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(BUILT, path))).length, 0);
  return `${(bytes / 1_000).toFixed(1)} KB`;
}

async function measure(browser: Browser, slowdown: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // Before it is enabled, or it counts by the clock on the wall, which other work on the machine makes slow.
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(PROBE);
  const at = slowdown === 1 ? '' : `, processor ${slowdown} times slower`;
  const loads: { readonly rows: number; readonly lcp: number; readonly shift: number }[] = [];
  for (let load = 0; load < 5; load++) loads.push(await loadPage(page));
  print(`rows after the answer has come${at} (reach 1,000)`, spread(loads.map(({ rows }) => rows)));
  print(`largest contentful paint${at}${at && ' (reach 1,500)'}`, spread(loads.map(({ lcp }) => lcp)));
  print(`layout shift${at} (reach 0.1)`, Math.max(...loads.map(({ shift }) => shift)).toFixed(3));
  const reach = slowdown === 1 ? [50, 50] : [100, 200];
  print(
    `a key in the search, to the rows${at} (reach ${reach[0]})`,
    await withProcessor(session, KEYS, () => typeOften(page)),
  );
  print(
    `a sort, to the rows${at} (reach ${reach[1]})`,
    await withProcessor(session, SORTS, () => sortOften(page)),
  );
  print(`a frame while scrolling${at}`, spread(await scroll(page, session)));
  print(`memory of the page's program${at} (reach 150 MB)`, await memory(session));
  await context.close();
}

async function loadPage(page: Page): Promise<{ rows: number; lcp: number; shift: number }> {
  await page.goto(origin);
  await page.locator('[data-index]').first().waitFor();
  // What comes late counts too.
  await page.waitForTimeout(1_000);
  return page.evaluate(`(() => {
    const answer = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/v1/cronjobs'));
    return { rows: probe.rowsAt - answer.responseEnd, lcp: probe.lcp, shift: probe.shift };
  })()`);
}

/** The times of so many acts, and the processor's time that the page took for one on average. */
async function withProcessor(
  session: CDPSession,
  acts: number,
  act: () => Promise<readonly number[]>,
): Promise<string> {
  const before = await processorMs(session);
  const taken = await act();
  return `${spread(taken)} (cpu ${((await processorMs(session)) / acts - before / acts).toFixed(0)})`;
}

async function processorMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
}

/** Each key leaves other rows than the one before. */
async function typeOften(page: Page): Promise<readonly number[]> {
  const taken: number[] = [];
  await page.getByLabel('Search CronJobs').focus();
  for (let round = 0; round < KEYS / 6; round++) {
    for (const key of ['7', '3', '1', 'Backspace', 'Backspace', 'Backspace']) {
      taken.push(await timedAct(page, () => page.keyboard.press(key)));
    }
  }
  return taken;
}

async function sortOften(page: Page): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round < SORTS / 4; round++) {
    for (const heading of ['Success', 'Name', 'Last run', 'Next run']) {
      const button = page.getByRole('columnheader').getByRole('button', { name: heading, exact: true });
      taken.push(await timedAct(page, () => button.click()));
    }
  }
  return taken;
}

async function timedAct(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('void (probe.measured = probe.measure())');
  await act();
  const taken = await page.evaluate<number>('probe.measured');
  // The address follows the keys when they pause; that is another change.
  await page.waitForTimeout(300);
  return taken;
}

async function scroll(page: Page, session: CDPSession): Promise<readonly number[]> {
  const frames = page.evaluate<readonly number[]>('probe.frames(4000)');
  for (let distance = 0; distance < 4; distance++) {
    await session.send('Input.synthesizeScrollGesture', { x: 600, y: 500, yDistance: -6_000, speed: 8_000 });
  }
  return frames;
}

async function memory(session: CDPSession): Promise<string> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return `${(usedSize / 1_000_000).toFixed(0)} MB`;
}

function spread(taken: readonly number[]): string {
  const sorted = taken.toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} / ${sorted.at(-1)!.toFixed(0)}`;
}
