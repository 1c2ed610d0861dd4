import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { assertAccessible, assertFitsWidth, openPage, SCREENS } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

describe('the reports', () => {
  const suite = dashboardSuite();

  for (const screen of SCREENS) {
    test(`are accessible: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/reports`, screen);
      const { page, complaints } = open;
      await page.getByRole('option', { name: 'billing/invoice-export' }).waitFor({ state: 'attached' });
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('a report is downloaded about what was chosen, which stands in the address', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}/reports?cronjob=billing/invoice-export`,
    );
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
