import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');

/** The screens on which every page must be right. */
export const SCREENS = [
  { name: 'light, 1440 px wide', colorScheme: 'light', width: 1440 },
  { name: 'dark, 1440 px wide', colorScheme: 'dark', width: 1440 },
  { name: 'light, 390 px wide', colorScheme: 'light', width: 390 },
  { name: 'dark, 390 px wide', colorScheme: 'dark', width: 390 },
] as const;

/** Builds the dashboard unless the last build is newer than its sources. Throws when it does not build. */
export function buildDashboard(): void {
  const build = spawnSync(process.execPath, ['scripts/build-ui.ts', '--if-stale'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  assert.equal(build.status, 0, 'the dashboard does not build');
}

/** A page of the dashboard with what went wrong on it so far. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests to another origin; empty when all is well. */
  readonly complaints: readonly string[];
}

/** Opens an address of the dashboard in a fresh profile. */
export async function openPage(
  browser: Browser,
  url: string,
  screen: { readonly colorScheme: 'light' | 'dark'; readonly width: number } = SCREENS[0],
): Promise<OpenPage> {
  const context = await browser.newContext({
    colorScheme: screen.colorScheme,
    viewport: { width: screen.width, height: 900 },
    timezoneId: 'America/New_York',
  });
  context.setDefaultTimeout(5_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(url).origin) complaints.push(`request to ${origin}`);
  });
  await page.goto(url);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Fails with the rule and the element of every violation that axe finds. */
export async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`),
  );
  assert.deepEqual(found, []);
}

/** Fails when the page is wider than its window. */
export async function assertFitsWidth(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(content <= window, `the page is ${content} px wide in a window of ${window} px`);
}

/** Waits until nothing moves or fades any more: half-way, contrasts are others. What goes meanwhile breaks its animation off. */
export async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
}

/** Makes the page ask again now, as it does when a reader comes back to its tab. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

/** Follows a link to a file, and reads what it holds. */
export async function downloadText(page: Page, link: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: link, exact: true }).click();
  return readFileSync(await (await download).path(), 'utf8');
}
