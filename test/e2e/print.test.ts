import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFitsWidth, openPage } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

/** A sheet of A4 within its margins, in px. */
const PAPER = { width: 718, height: 1_030 };
const MORE = 200;

const PAGES = [
  { path: '/', ready: 'invoice-export' },
  { path: '/?view=timeline', ready: 'Starts per 10 min' },
  { path: '/cronjobs/billing/invoice-export', ready: 'Health by day' },
  { path: '/alerts', ready: 'billing/invoice-export failed' },
  { path: '/alerts/alert-invoice-export', ready: 'Evidence' },
  { path: '/monitors', ready: 'all-of-billing' },
  { path: '/monitors/billing/all-of-billing', ready: 'Success rate by CronJob' },
  { path: '/sla', ready: 'keep their target' },
  { path: '/channels', ready: 'pager' },
  { path: '/reports', ready: 'A report as PDF' },
  { path: '/settings/config', ready: 'Controller time zone' },
  { path: '/settings/storage', ready: 'Storage by table' },
  { path: '/settings/patterns', ready: 'Failure' },
] as const;

describe('a page on paper', () => {
  const suite = dashboardSuite(MORE);

  for (const { path, ready } of PAGES) {
    test(`is black on white and leads nowhere: ${path}`, async () => {
      await using open = await openPage(suite.browser, suite.world.origin + path, DARK);
      const { page, complaints } = open;
      await page.getByText(ready).first().waitFor();
      await layOutPaper(page);
      assert.equal(await page.locator('nav, header, search').filter({ visible: true }).count(), 0);
      const buttons = await page.locator('main button').filter({ visible: true }).allInnerTexts();
      const known = /^(Health|Name|Namespace|Success|P50|Last run|Next run|\d+\s+\w+)$/;
      assert.deepEqual(
        buttons.filter((text) => !known.test(text.trim())),
        [],
      );
      assert.deepEqual(
        await page.evaluate(
          '[document.body, document.querySelector("h1")].map((each) => getComputedStyle(each)).map((style, index) => index === 0 ? style.backgroundColor : style.color)',
        ),
        ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
      );
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('says where it is from, of when, and what it was narrowed by', async () => {
    const open = await openPage(suite.browser, `${suite.world.origin}/?q=job-00010&ns=team-3`, DARK);
    await using _ = open;
    const { page } = open;
    await page.getByText('1 CronJob shown').waitFor();
    await layOutPaper(page);
    const text = await page.locator('body').innerText();
    assert.match(text, /Punctual/);
    assert.match(text, /\d{4}, \d\d:\d\d:\d\d America\/New_York · \w+ \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC/);
    assert.match(text, /Search: job-00010 · Namespace: team-3/);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.getByText('America/New_York').waitFor({ state: 'detached' });
  });

  test('has every row, not those alone that the window had', async () => {
    await using open = await openPage(suite.browser, suite.world.origin, DARK);
    const { page } = open;
    await page.getByRole('table').waitFor();
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length;
    assert.ok(sheets >= 4, `${sheets} sheets for ${MORE} CronJobs`);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assert.equal(await page.getByRole('table').getByRole('row').count(), 1 + MORE + 9);
  });
});

const DARK = { colorScheme: 'dark', width: 1440 } as const;

/** As the browser does before it prints: it tells the page, and then lays it out. */
async function layOutPaper(page: Page): Promise<void> {
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
}
