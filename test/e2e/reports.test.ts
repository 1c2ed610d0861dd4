import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { assertAccessible, assertFitsWidth, buildDashboard, openPage, SCREENS } from './dashboard.ts';
import { startWorld, type World } from './world.ts';

describe('the reports', () => {
  let browser: Browser;
  let world: World;
  before(async () => {
    buildDashboard();
    [browser, world] = await Promise.all([launchChromium(), startWorld()]);
  });
  after(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  for (const screen of SCREENS) {
    test(`are accessible: ${screen.name}`, async () => {
      await using open = await openPage(browser, `${world.origin}/reports`, screen);
      const { page, complaints } = open;
      await page.getByRole('option', { name: 'billing/invoice-export' }).waitFor({ state: 'attached' });
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('a report is downloaded about what was chosen, which stands in the address', async () => {
    await using open = await openPage(browser, `${world.origin}/reports?cronjob=billing/invoice-export`);
    const { page } = open;
    await page.getByLabel('About').selectOption('monitor platform/all-of-platform');
    await page.getByRole('button', { name: '90 d' }).click();
    await page.waitForURL('**/reports?monitor=platform/all-of-platform&days=90');
    await page.getByLabel('Title').fill('Platform, third quarter');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the PDF' }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^punctual-report-.*\.pdf$/);
    assert.equal(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
    assert.match(decodeURIComponent(file.url()), /monitor=platform\/all-of-platform&title=Platform,\+third/);
  });
});
