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
      await page.getByRole('option', { name: 'platform/all-of-platform' }).waitFor({ state: 'attached' });
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
    await page.getByLabel('Monitor').selectOption('platform/all-of-platform');
    assert.equal(await page.getByLabel('CronJob', { exact: true }).inputValue(), '');
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

  test('a CronJob is chosen by a part of its name, and a name that none has chooses none', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/reports`);
    const { page } = open;
    const field = page.getByLabel('CronJob', { exact: true });
    const offered = () =>
      page
        .locator('datalist option')
        .evaluateAll((options) => options.map((o) => (o as { value?: string }).value));
    await page.locator('datalist option').nth(8).waitFor({ state: 'attached' });
    await field.fill('EXPORT');
    assert.deepEqual(await offered(), ['billing/invoice-export']);
    await page.getByText('No CronJob has this name.').waitFor();
    await field.fill('billing/invoice-export');
    await page.waitForURL('**/reports?cronjob=billing/invoice-export');
    await field.press('Backspace');
    await page.waitForURL((url) => url.search === '');
    assert.equal(await field.inputValue(), 'billing/invoice-expor');
  });
});
