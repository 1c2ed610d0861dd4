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
    await field.focus();
    await page.locator('datalist option').nth(8).waitFor({ state: 'attached' });
    await field.fill('EXPORT');
    assert.deepEqual(await offered(), ['billing/invoice-export']);
    await page.getByText('No CronJob has this name.').waitFor();
    await field.fill('billing/invoice-export');
    await page.waitForURL('**/reports?cronjob=billing/invoice-export');
    await field.press('Backspace');
    await page.waitForURL((url) => url.search === '');
    assert.equal(await field.inputValue(), 'billing/invoice-expor');
    await field.blur();
    assert.equal(await field.inputValue(), '', 'what is chosen is what it says');
  });

  test('the list of CronJobs is asked for by whoever wants to choose one, and not before', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    const asked: string[] = [];
    await page.route('**/api/v1/cronjobs', (route) => {
      asked.push(route.request().url());
      return route.continue();
    });
    await page.goto(`${suite.world.origin}/reports?cronjob=gone/x`);
    const field = page.getByLabel('CronJob', { exact: true });
    assert.equal(await field.inputValue(), 'gone/x');
    await page.getByRole('option', { name: 'platform/all-of-platform' }).waitFor({ state: 'attached' });
    assert.deepEqual(asked, []);
    await field.focus();
    await page.getByText('No CronJob has this name.').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Monitor').selectOption('platform/all-of-platform');
    await page.waitForURL('**/reports?monitor=platform/all-of-platform');
    assert.equal(await field.inputValue(), '');
    assert.equal(await page.getByText('No CronJob has this name.').count(), 0);
  });

  test('a name that is typed before the list has come is chosen when it comes', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/cronjobs', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${suite.world.origin}/reports`);
    await page.getByLabel('CronJob', { exact: true }).fill('billing/invoice-export');
    held.resolve();
    await page.waitForURL('**/reports?cronjob=billing/invoice-export');
  });
});
