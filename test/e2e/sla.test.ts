import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { AlertList } from '../../src/api/contract/alert.ts';
import type { SlaReport } from '../../src/api/contract/sla.ts';
import { assertAccessible, assertFitsWidth, openPage, SCREENS } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

describe('the SLA', () => {
  const suite = dashboardSuite();

  for (const screen of SCREENS) {
    test(`is complete and accessible: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/sla`, screen);
      const { page, complaints } = open;
      await page.getByRole('link', { name: 'etcd-backup', exact: true }).waitFor();
      await page.getByRole('region', { name: 'Breach history' }).getByText('etcd-backup').first().waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('the worst stands first, with its target, its budget and what the rate was made from', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/sla`);
    const rows = await rowTexts(open.page);
    assert.match(
      rows[0]!,
      /Breached.*etcd-backup platform · by all-of-platform 5 slots, 1 failed; left out: 1 by hand nothing to compare with 95\.0 % 80\.0 % overdrawn/,
    );
    assert.ok(rows.some((row) => /quarterly-report.*0 slots.*no slots yet/.test(row)));
    assert.ok(rows.some((row) => /image-prune.*left out: .*7 suspended/.test(row)));
    const overall = await open.page.getByRole('region', { name: 'Overall compliance' }).innerText();
    assert.match(
      overall.replaceAll(/\s+/g, ' '),
      /% of 6 CronJobs keep their target Breached \d Compliant \d/,
    );
  });

  test('a monitor narrows page and export, and the choice stands in the address', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/sla`);
    const { page } = open;
    await page.getByRole('link', { name: 'etcd-backup', exact: true }).waitFor();
    await page.getByLabel('Monitor').selectOption('billing/all-of-billing');
    await page.waitForURL('**/sla?monitor=billing/all-of-billing');
    await page.getByText('2 CronJobs', { exact: true }).waitFor();
    const breaches = page.getByRole('region', { name: 'Breach history' });
    await breaches.getByText('etcd-backup').waitFor({ state: 'detached' });
    assert.equal(await breaches.getByText('billing/invoice-export is below its SLA').count(), 1);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    const { suggestedFilename, url } = await download.then((file) => ({
      suggestedFilename: file.suggestedFilename(),
      url: file.url(),
    }));
    assert.match(suggestedFilename, /sla.*\.csv$/);
    assert.match(url, /monitor=billing%2Fall-of-billing/);
  });

  test('a namespace narrows the page; one that an address names stays to be seen', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/sla?ns=gone`);
    const { page } = open;
    await page.getByText('No CronJob with an SLA matches the filter').waitFor();
    const choice = page.getByLabel('Namespace');
    assert.equal(await choice.inputValue(), 'gone');
    await choice.getByRole('option', { name: 'platform' }).waitFor({ state: 'attached' });
    assert.deepEqual(await choice.getByRole('option').allInnerTexts(), [
      'All namespaces',
      'gone',
      'billing',
      'platform',
    ]);
    await choice.selectOption('billing');
    await page.waitForURL('**/sla?ns=billing');
    await page.getByText('2 CronJobs', { exact: true }).waitFor();
  });

  test('of a thousand CronJobs only the visible rows exist, the keys lead to the others, and paper has them all', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    const report = (await (await fetch(`${suite.world.origin}/api/v1/sla`)).json()) as SlaReport;
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      ...report.items[0]!,
      cronjobName: `job-${String(index).padStart(4, '0')}`,
    }));
    await page.route('**/api/v1/sla', (route) => route.fulfill({ json: { ...report, items } }));
    await page.goto(`${suite.world.origin}/sla`);
    const rows = page.locator('tbody tr[data-index]');
    await rows.first().waitFor();
    assert.ok((await rows.count()) < 60);
    assert.equal(await page.locator('table').getAttribute('aria-rowcount'), '1001');
    await page.keyboard.press('j');
    await page.locator('[data-index="0"] :focus').waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: 'job-0999' }).waitFor();
    assert.equal(await rows.last().getAttribute('aria-rowindex'), '1001');
    assert.ok((await rows.count()) < 60);
    await page.keyboard.press('j');
    await page.locator('[data-index="1"] :focus').waitFor();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assert.equal(await rows.count(), 1_000);
  });

  test('a part of the breaches is told as one', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    const { items } = (await (
      await fetch(`${suite.world.origin}/api/v1/alerts?limit=1`)
    ).json()) as AlertList;
    const breaches = Array.from({ length: 100 }, (_, index) => ({ ...items[0]!, id: `alert-${index}` }));
    await page.route('**/api/v1/alerts?*', (route) => {
      const limit = Number(new URL(route.request().url()).searchParams.get('limit'));
      return route.fulfill({ json: { items: breaches.slice(0, limit), total: 240 } });
    });
    await page.goto(`${suite.world.origin}/sla?ns=billing`);
    const history = page.getByRole('region', { name: 'Breach history' });
    await history.getByText('50 of 240').waitFor();
    await history.getByRole('button', { name: 'Load more' }).click();
    await history.getByText('100 of 240').waitFor();
    assert.equal(await history.getByRole('listitem').count(), 100);
    await page.getByLabel('Monitor').selectOption('billing/all-of-billing');
    await history.getByText('50 of 240').waitFor();
  });

  test('the alerts that have the rest of the breaches are those of the same choice and time', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    const { items } = (await (
      await fetch(`${suite.world.origin}/api/v1/alerts?limit=1`)
    ).json()) as AlertList;
    const breaches = Array.from({ length: 1_000 }, (_, index) => ({ ...items[0]!, id: `alert-${index}` }));
    await page.route('**/api/v1/alerts?*', (route) =>
      route.fulfill({ json: { items: breaches, total: 1_200 } }),
    );
    const first = page.waitForRequest('**/api/v1/alerts?*limit=50');
    await page.goto(`${suite.world.origin}/sla?ns=billing&monitor=billing/all-of-billing`);
    const day = new URL((await first).url()).searchParams.get('from')!.slice(0, 10);
    const asked = page.waitForRequest('**/api/v1/alerts?*limit=100');
    await page.getByRole('link', { name: 'The alerts by time have the rest' }).click();
    const { searchParams } = new URL((await asked).url());
    assert.deepEqual(Object.fromEntries(searchParams), {
      namespace: 'billing',
      monitor: 'billing/all-of-billing',
      type: 'slaViolation',
      from: `${day}T00:00:00Z`,
      limit: '100',
    });
    const chips = page.getByRole('list', { name: 'Filters in force' }).getByRole('button');
    assert.deepEqual(await chips.allInnerTexts(), [
      'SLA violation',
      `from ${day}`,
      'namespace billing',
      'monitor billing/all-of-billing',
    ]);
  });

  test('g and then s leads to it', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    await open.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await open.page.keyboard.press('g');
    await open.page.keyboard.press('s');
    await open.page.waitForURL('**/sla');
  });
});

async function rowTexts(page: Page): Promise<readonly string[]> {
  await page.locator('tbody tr').first().waitFor();
  const texts = await page.locator('tbody tr').allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}
