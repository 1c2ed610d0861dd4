import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, assertFitsWidth, openPage, SCREENS } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

describe('the command palette', () => {
  const suite = dashboardSuite();

  for (const screen of [SCREENS[0], SCREENS[3]]) {
    test(`is accessible: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/channels`, screen);
      const { page, complaints } = open;
      await page.getByRole('button', { name: 'Go to…' }).click();
      await page.getByRole('option', { name: 'etcd-backup' }).waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('leads to a CronJob by a part of its name, from within a field too', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByLabel('Search CronJobs').press('Control+k');
    await page.getByRole('combobox', { name: 'Search CronJobs, pages' }).fill('backup');
    await page.getByRole('option', { name: /^Critical\s*etcd-backup platform$/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cronjobs/platform/etcd-backup');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('is moved through with the arrow keys, round both ends, while the focus stays', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts`);
    const { page } = open;
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await page.keyboard.press('Meta+k');
    const field = page.getByRole('combobox', { name: 'Search CronJobs, pages' });
    await page.getByRole('option', { name: 'Overview', selected: true }).waitFor();
    await field.press('ArrowUp');
    await page.getByRole('option', { name: 'Theme: dark', selected: true }).waitFor();
    assert.equal(await page.locator(':focus').getAttribute('role'), 'combobox');
    await field.press('Enter');
    await page.waitForFunction("document.documentElement.dataset.theme === 'dark'");
    assert.ok(page.url().endsWith('/alerts'));
  });

  test('says that nothing was found, and Escape or the same keys close it', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts`);
    const { page } = open;
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search CronJobs, pages' }).fill('zzz');
    await page.getByText('Nothing has that name').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
