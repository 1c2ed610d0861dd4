// Takes the pictures of docs/images, those that a document shows, from a Punctual with its demo world, which must be running:
// `npm start`, and then `node scripts/screenshots.ts [--origin http://127.0.0.1:8080] [--only overview,sla]`.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page, Request } from 'playwright-core';
import { launchChromium } from '../test/chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const IMAGES = join(ROOT, 'docs/images');
/** A picture in a document: of which page, in which theme, how wide. */
const SHOWN = /images\/([a-z-]+)-(light|dark)-(1440|390)\.webp/g;
/** As small as text stays sharp. */
const QUALITY = 80;
/** One answer may lead to another question, which is asked within this time, in ms. */
const QUIET_MS = 300;
const HEIGHTS = { 1440: 900, 390: 844 } as const;

/** Of the demo world: a CronJob that slows down, one that fails, and what tells of them. */
const PAGES: Readonly<Record<string, string>> = {
  overview: '/',
  timeline: '/?view=timeline',
  'cron-job': '/cronjobs/payments/fraud-model-refresh?range=90',
  run: '/cronjobs/payments/fraud-model-refresh?status=failed',
  alerts: '/alerts',
  alert: '/alerts?cronjob=payments/export-invoices',
  monitors: '/monitors',
  monitor: '/monitors/payments/payments-critical',
  sla: '/sla',
  channels: '/channels',
  reports: '/reports?cronjob=payments/fraud-model-refresh&days=90',
  'settings-config': '/settings/config',
  'settings-storage': '/settings/storage',
  'settings-patterns': '/settings/patterns',
};
/** What is opened on a page before its picture is taken, and what then is there. */
const OPENED: Readonly<Record<string, { readonly link: string; readonly shows: string }>> = {
  run: { link: 'tbody tr a', shows: 'Attempts' },
  alert: { link: '[data-row-link]', shows: 'Evidence' },
};

const { values } = parseArgs({
  options: { origin: { type: 'string', default: 'http://127.0.0.1:8080' }, only: { type: 'string' } },
});
const only = values.only?.split(',');

mkdirSync(IMAGES, { recursive: true });
const browser = await launchChromium();
try {
  for (const picture of shownPictures()) {
    if (only?.includes(picture.name) ?? true) await takePicture(browser, picture);
  }
} finally {
  await browser.close();
}

interface Picture {
  readonly file: string;
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly width: keyof typeof HEIGHTS;
}

/** Those that the documents show, each once. Throws where one is of a page that is not in PAGES. */
function shownPictures(): readonly Picture[] {
  const texts = globSync('{*.md,docs/**/*.md}', { cwd: ROOT }).map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  const pictures = texts.flatMap((text) =>
    [...text.matchAll(SHOWN)].map(([link, name, theme, width]) => {
      if (!Object.hasOwn(PAGES, name!)) throw new Error(`${link} is of no page that is known`);
      const file = link.replace('images/', '');
      return { file, name, theme, width: Number(width) } as Picture;
    }),
  );
  return [...new Map(pictures.map((picture) => [picture.file, picture])).values()];
}

async function takePicture(browser: Browser, { file, name, theme, width }: Picture): Promise<void> {
  const viewport = { width, height: HEIGHTS[width] };
  await using context = await browser.newContext({ colorScheme: theme, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  await page.goto(values.origin + PAGES[name]!);
  await whole(page, asked);
  const opened = OPENED[name];
  if (opened !== undefined) {
    await page.locator(opened.link).first().click();
    await page.getByRole('heading', { name: opened.shows }).first().waitFor();
    await whole(page, asked);
  }
  const session = await context.newCDPSession(page);
  const options = { format: 'webp', quality: QUALITY } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  writeFileSync(join(IMAGES, file), Buffer.from(data, 'base64'));
  console.log(file);
}

/** Waits until nothing is on its way any more. `networkidle` would tell that once for an address, never again. */
async function whole(page: Page, asked: ReadonlySet<Request>): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  do await page.waitForTimeout(QUIET_MS);
  while (asked.size > 0 || (await page.locator('.appear-late').count()) > 0);
  await page.evaluate('document.fonts.ready.then(() => {})');
}
