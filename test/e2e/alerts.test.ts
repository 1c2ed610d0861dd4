import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AlertList } from '../../src/api/contract/alert.ts';
import { assertAccessible, assertFitsWidth, downloadText, openPage, SCREENS } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';
import { startWorld } from './world.ts';

const ALERT = '/alerts/alert-invoice-export';

describe('the alerts', () => {
  const suite = dashboardSuite();

  for (const screen of SCREENS) {
    test(`are listed and told in full, accessibly: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/alerts`, screen);
      const { page, complaints } = open;
      await page.getByText('resolved after 1 h').filter({ visible: true }).first().waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      await page.getByRole('link', { name: 'billing/invoice-export failed' }).first().click();
      await page.getByText('writing batch 12 of 40').waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('stand under the day on which they were raised', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts`);
    const { page } = open;
    const days = page.getByRole('heading', { level: 2 });
    await days.nth(1).waitFor();
    assert.equal(await days.count(), 3);
    assert.match((await days.nth(1).textContent())!, /^\w{3} \d+ \w{3} \d{4}$/);
  });

  test('are narrowed by state, severity and CronJob, in the address, where a link may still say job', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts?job=data/warehouse-load`);
    const { page } = open;
    await page.getByText('3 alerts').waitFor();
    await page.getByRole('button', { name: 'Active', exact: true }).click();
    await page.getByText('1 alert').waitFor();
    await page.getByRole('button', { name: 'Not only data/warehouse-load' }).click();
    await page.getByText('3 alerts').waitFor();
    await page.getByLabel('Severity').selectOption('critical');
    await page.getByText('2 alerts').waitFor();
    assert.equal(new URL(page.url()).search, '?severity=critical&state=active');
  });

  test('are narrowed by when they were raised and by type, as the API counts them', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts`);
    const { page } = open;
    const counted = async (query: string) => {
      const answer = await fetch(`${suite.world.origin}/api/v1/alerts?${query}`);
      return ((await answer.json()) as { readonly total: number }).total;
    };
    const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const day = await counted(`from=${since(1)}`);
    const week = await counted(`from=${since(7)}`);
    const breaches = await counted(`from=${since(30)}&type=slaViolation`);
    assert.deepEqual([day, week, breaches], [3, 6, 3]);
    await page.getByLabel('Raised').selectOption('24h');
    await page.getByText(`${day} alerts`).waitFor();
    await page.getByLabel('Raised').selectOption('7d');
    await page.getByText(`${week} alerts`).waitFor();
    await page.getByLabel('Raised').selectOption('30d');
    await page.getByLabel('Type').selectOption('slaViolation');
    await page.getByText(`${breaches} alerts`).waitFor();
    assert.equal(new URL(page.url()).search, '?type=slaViolation&range=30d');
  });

  test('are narrowed to a CronJob that is typed on the page', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts`);
    const { page } = open;
    await page.getByRole('button', { name: 'Active', exact: true }).click();
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'CronJob' });
    await page.locator('datalist option').first().waitFor({ state: 'attached' });
    assert.equal(await field.evaluate('document.activeElement.getAttribute("aria-label")'), 'CronJob');
    await page.keyboard.type('data/warehouse-load');
    await page.waitForURL('**/alerts?state=active&cronjob=data/warehouse-load');
    await page.getByText('1 alert').waitFor();
    await field.fill('gone/with-its-alerts');
    await field.press('Enter');
    await page.waitForURL('**/alerts?state=active&cronjob=gone/with-its-alerts');
    await page.getByText('No alert matches the filters').waitFor();
    await field.fill('');
    await page.waitForURL('**/alerts?state=active');
  });

  test('are narrowed to days and by acknowledgement, on the page and in the export', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts`);
    const { page } = open;
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Raised').selectOption('Between two days');
    await page.getByLabel('From', { exact: true }).fill(day(20));
    await page.getByLabel('To', { exact: true }).fill(day(8));
    await page.waitForURL(`**/alerts?range=days&from=${day(20)}&to=${day(8)}`);
    await page.getByText('3 alerts').waitFor();
    await page.getByLabel('Acknowledged', { exact: true }).selectOption('Acknowledged');
    await page.getByText('0 alerts').waitFor();
    await page.getByLabel('Acknowledged', { exact: true }).selectOption('Not acknowledged');
    await page.getByText('3 alerts').waitFor();
    const csv = await downloadText(page, 'CSV');
    assert.equal(csv.trimEnd().split('\r\n').length, 4);
    await assertAccessible(page);
    await page.getByRole('button', { name: `Not only to ${day(8)}` }).click();
    await page.getByLabel('Raised').selectOption('Last 24 hours');
    await page.waitForURL('**/alerts?range=24h&ack=no');
  });

  test('what is chosen stands as chips that can be let go of one by one', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}/alerts?state=resolved&type=slaViolation`,
    );
    const { page } = open;
    await page.getByText('3 alerts').waitFor();
    const chips = page.getByRole('list', { name: 'Filters in force' }).getByRole('button');
    assert.deepEqual(await chips.allInnerTexts(), ['Resolved', 'SLA violation']);
    await chips.first().click();
    await page.waitForURL((url) => url.search === '?type=slaViolation');
    await assertAccessible(page);
  });

  test('a part of them is told as one, with the way to the rest', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    const { items } = (await (
      await fetch(`${suite.world.origin}/api/v1/alerts?limit=1`)
    ).json()) as AlertList;
    const alerts = Array.from({ length: 1_000 }, (_, index) => ({ ...items[0]!, id: `alert-${index}` }));
    await page.route('**/api/v1/alerts?*', (route) => {
      const first = new URL(route.request().url()).searchParams.get('limit') === '100';
      return route.fulfill({ json: { items: first ? alerts.slice(0, 100) : alerts, total: 5_000 } });
    });
    await page.goto(`${suite.world.origin}/alerts`);
    await page.getByText('5,000 alerts').waitFor();
    await page.getByText('100 of 5,000').waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('1,000 of 5,000').waitFor();
    await page.getByText('A shorter time or other filters show the rest').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0);
  });

  test('a acknowledges the alert whose row has the focus', async () => {
    await using own = await startWorld();
    await using open = await openPage(
      suite.browser,
      `${own.origin}/alerts?state=active&cronjob=platform/etcd-backup`,
    );
    const { page } = open;
    await page.getByText('1 alert').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByText('acknowledged').filter({ visible: true }).first().waitFor();
    assert.notEqual((await own.store.alerts.get('alert-etcd-backup'))!.acknowledgedAt, null);
  });

  test('e exports what the filters leave', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts?severity=critical`);
    const { page } = open;
    await page.getByRole('link', { name: 'CSV' }).waitFor();
    const download = page.waitForEvent('download');
    await page.keyboard.press('e');
    assert.match((await download).url(), /\/export\/alerts\?severity=critical$/);
  });

  test('no match is said, and is not an empty history', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts?severity=info`);
    await open.page.getByText('No alert matches the filters').waitFor();
  });

  test('an alert tells the trail of its messages and leads to its run', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${ALERT}`);
    const { page } = open;
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Alert to ops').waitFor();
    assert.match(await messages.innerText(), /Waiting[^]*pager[^]*3 attempts, next in \d m[^]*status 503/);
    await page.getByRole('link', { name: 'billing/invoice-export', exact: true }).click();
    await page.getByRole('dialog', { name: 'invoice-export-29397100' }).waitFor();
  });

  test('an alert is acknowledged by name, once', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${ALERT}`);
    const { page } = open;
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Comment').fill('Raising the limit');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('Acknowledged by Grace').waitFor();
    assert.ok(await page.getByText('Raising the limit').isVisible());
    assert.equal((await suite.world.store.alerts.get('alert-invoice-export'))!.acknowledgedBy, 'Grace');
  });

  test('a acknowledges the alert that is open', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts/alert-etcd-backup`);
    const { page } = open;
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText(/^Acknowledged/).waitFor();
  });

  test('an alert that does not exist is said to be missing', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/alerts/nothing`);
    await open.page.getByText('The alert was not found').waitFor();
  });
});
