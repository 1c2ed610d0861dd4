import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { toMonitorSpec } from '../../src/rule/monitor-spec.ts';
import { assertAccessible, assertFitsWidth, downloadText, openPage, SCREENS } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

describe('the monitors', () => {
  const suite = dashboardSuite();

  for (const screen of SCREENS) {
    test(`are listed and told in full, accessibly: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/monitors`, screen);
      const { page, complaints } = open;
      await page.getByText('It selects no CronJob').waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      await page.getByRole('link', { name: 'all-of-platform' }).click();
      await page.getByRole('table', { name: 'CronJobs' }).getByText('quarterly-report').waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('stand in the order of their trouble, with their CronJobs by health and how the runs of these went', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/monitors`);
    const items = open.page.getByRole('region', { name: 'Monitors' }).locator(':scope > ul > li');
    await items.nth(2).waitFor();
    const texts = (await items.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    assert.match(
      texts[0]!,
      /^all-of-billing billing 2 CronJobs.* 1 Critical 0 Warning 1 Healthy success 96\.0 % runs 126 on average \d+ m/,
    );
    assert.match(texts[1]!, /^all-of-platform platform 4 CronJobs.* 1 Critical 0 Warning 3 Healthy/);
    assert.match(texts[2]!, /^broken data 0 CronJobs It selects no CronJob success — runs 0 on average —/);
  });

  test('the ring of a monitor is shared out as its counts are', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/monitors`);
    const { page } = open;
    await page.getByRole('link', { name: 'all-of-platform' }).waitFor();
    // So many of the points around the middle of the ring lie in each part.
    const shares = await page.evaluate<readonly (readonly [string, number])[]>(`(() => {
      const items = [...document.querySelectorAll('li')];
      const ring = items.find((item) => item.textContent.startsWith('all-of-platform')).querySelector('svg');
      const radius = (ring.viewBox.baseVal.width / 2) * 0.8;
      const points = Array.from({ length: 400 }, (_, index) => ((index + 0.5) * 2 * Math.PI) / 400);
      const isIn = (part) => (angle) =>
        part.isPointInFill(new DOMPoint(radius * Math.sin(angle), -radius * Math.cos(angle)));
      return [...ring.querySelectorAll('path')].map((part) => [
        getComputedStyle(part).fill,
        points.filter(isIn(part)).length / 400,
      ]);
    })()`);
    const [critical, healthy] = shares;
    assert.equal(shares.length, 2);
    assert.notEqual(critical![0], healthy![0]);
    // One of four is critical; a gap stands between the parts.
    assert.ok(Math.abs(critical![1] - 0.25) < 0.03, `critical has ${critical![1]}`);
    assert.ok(Math.abs(healthy![1] - 0.75) < 0.03, `healthy has ${healthy![1]}`);
  });

  test('one tells the numbers over all its runs, and its spec', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/monitors/billing/all-of-billing`);
    const { page } = open;
    const spec = page.getByRole('region', { name: 'Spec' });
    await spec.waitFor();
    const metrics = (await page.getByLabel('Metrics').innerText()).replaceAll(/\s+/g, ' ');
    assert.match(metrics, /Success rate 96\.0 % in 7 days .* Total executions 126 5 failed/);
    assert.match(metrics, /CronJobs 2 0 runs in progress Active alerts 1/);
    assert.deepEqual(parse(await spec.innerText()), {
      selector: { matchNames: ['*'] },
      sla: { minSuccessRate: 95, durationRegressionThreshold: 20 },
      alerting: { channelRefs: [{ name: 'ops' }] },
    });
  });

  test('the list and the CronJobs of one can be downloaded', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/monitors`);
    const { page } = open;
    const monitors = await downloadText(page, 'CSV');
    assert.match(monitors, /\r\nbilling,all-of-billing,2,1,0,1,True\r\n/);
    assert.match(monitors, /\r\ndata,broken,0,0,0,0,False\r\n/);
    await page.goto(`${suite.world.origin}/monitors/billing/all-of-billing`);
    const cronJobs = await downloadText(page, 'CSV');
    assert.deepEqual(
      cronJobs
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[1]),
      ['invoice-export', 'ledger-reconcile'],
    );
  });

  test('one shows its CronJobs by success rate, those without runs last', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}/monitors/platform/all-of-platform`,
    );
    const bars = open.page.getByRole('region', { name: 'Success rate by CronJob' }).getByRole('listitem');
    await bars.first().waitFor();
    const texts = (await bars.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    assert.match(texts[0]!, /^Critical etcd-backup 83\.3 %/);
    assert.match(texts.at(-1)!, /^Healthy quarterly-report no runs yet/);
  });

  test('the order of its CronJobs stands in the address', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}/monitors/platform/all-of-platform`,
    );
    const { page } = open;
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.waitForURL('**/all-of-platform?sort=name');
    const first = page.getByRole('table', { name: 'CronJobs' }).getByRole('row').nth(1);
    assert.match(await first.innerText(), /certificate-renewal/);
  });

  test('a wrong spec is said to be wrong, and where', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/monitors/data/broken`);
    const conditions = open.page.getByRole('region', { name: 'Conditions' });
    await conditions.getByText('spec.sla.minSuccessRate must be at most 100').waitFor();
    assert.match(await conditions.innerText(), /Ready\s+False/);
  });

  test('a CronJob leads to the monitors that watch it', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/cronjobs/billing/invoice-export`);
    await open.page.getByRole('link', { name: 'billing/all-of-billing' }).click();
    await open.page.waitForURL('**/monitors/billing/all-of-billing');
  });

  test('without any the page shows the manifest of a first one, which is valid', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    await page.route('**/api/v1/monitors', (route) => route.fulfill({ json: { items: [] } }));
    await page.goto(`${suite.world.origin}/monitors`);
    await page.getByText('No monitors yet').waitFor();
    await assertAccessible(page);
    const manifest = await page.getByRole('region', { name: 'A first CronJobMonitor' }).innerText();
    assert.equal(toMonitorSpec(parse(manifest).spec).kind, 'spec');
  });

  test('one that does not exist is said to be missing', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/monitors/billing/nothing`);
    await open.page.getByText('The monitor billing/nothing was not found').waitFor();
  });
});
