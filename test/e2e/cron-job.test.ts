import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { DailyStatistics } from '../../src/api/contract/daily-statistics.ts';
import type { ExecutionList } from '../../src/api/contract/execution.ts';
import {
  assertAccessible,
  assertFitsWidth,
  downloadText,
  openPage,
  SCREENS,
  settleAnimations,
} from './dashboard.ts';
import { dashboardSuite } from './suite.ts';
import { startWorld } from './world.ts';

const PATH = '/cronjobs/billing/invoice-export';

describe("a CronJob's page", () => {
  const suite = dashboardSuite();

  for (const screen of SCREENS) {
    test(`is complete and accessible, with and without the drawer: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`, screen);
      const { page, complaints } = open;
      await page.getByText('Suggested fix:').waitFor();
      const history = page.getByRole('region', { name: 'Execution history' });
      await history.getByRole('row').nth(3).waitFor();
      await page.getByText('As a table').first().click();
      await assertAccessible(page);
      await assertFitsWidth(page);
      await history.getByRole('row').nth(1).click();
      await page.getByRole('dialog').getByText('writing batch 12 of 40').waitFor();
      await settleAnimations(page);
      await assertAccessible(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('tells its numbers, its schedule and what is wrong', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    await page.getByText('Suggested fix:').waitFor();
    const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    for (const part of [
      'Every 15 minutes, Europe/Berlin time */15 * * * *',
      'Success rate 95.8 % in 7 days no runs before',
      'Total executions 120 5 failed',
      'seen 3 times',
      'The container ran out of memory.',
    ]) {
      assert.ok(text.includes(part), `${part} is missing in: ${text}`);
    }
  });

  test('the charts are read day by day with the keys', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}/cronjobs/billing/ledger-reconcile`,
    );
    const { page } = open;
    const [yesterday, lastWeek] = [1, 7].map((days) => dayName(days));
    const durations = page.getByRole('slider', { name: 'Duration by day' });
    await durations.press('ArrowLeft');
    await page.getByText(`${yesterday}: P50`).waitFor();
    assert.match(
      (await durations.getAttribute('aria-valuetext'))!,
      /P50 \d+ m.*, P95 \d+ m.*, 1 successful run$/,
    );
    const health = page.getByRole('slider', { name: 'Health by day' });
    await health.press('ArrowLeft');
    assert.equal(await health.getAttribute('aria-valuetext'), `${lastWeek}: no runs`);
  });

  test('a day below the objective is said to be', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const success = open.page.getByRole('region', { name: 'Success rate by day', exact: true });
    await success.getByText('objective 95.0 %').waitFor();
    const slider = success.getByRole('slider');
    const said: string[] = [];
    // The five runs that failed are among those of the last hours, today or yesterday.
    for (const key of ['End', 'ArrowLeft']) {
      await slider.press(key);
      said.push((await slider.getAttribute('aria-valuetext'))!);
    }
    assert.ok(
      said.some((text) => / below the objective, \d of /.test(text)),
      said.join('\n'),
    );
  });

  test('a slot that the clock leaps over is told where the slots to come are', async () => {
    await using own = await startWorld();
    const known = (await own.store.cronJobs.find('billing', 'invoice-export'))!;
    // On eight Sundays of March there is always one on which 02:30 does not exist in Berlin.
    const sundays = { ...known, uid: 'sundays', name: 'sundays-of-march', schedule: '30 2 * 3 0' };
    await own.store.cronJobs.upsert(sundays, { nextRunAt: null, windowDays: 7, observedAt: Date.now() });
    await using open = await openPage(suite.browser, `${own.origin}/cronjobs/billing/sundays-of-march`);
    const upcoming = open.page.getByRole('region', { name: 'Upcoming' });
    await upcoming.getByText('on the clock of Europe/Berlin').waitFor();
    const skipped = upcoming.getByRole('listitem').filter({ has: open.page.locator('.line-through') });
    assert.match(await skipped.first().innerText(), /^\d{4}-03-\d\d 02:30/);
    assert.match(await skipped.first().innerText(), /clock/);
    assert.equal(await skipped.first().locator('time').count(), 0);
    assert.equal(await upcoming.locator('time').first().getAttribute('data-tip-zone'), 'Europe/Berlin');
  });

  test('the charts have their numbers in a table', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const success = open.page.getByRole('region', { name: 'Success rate by day', exact: true });
    await success.getByText('As a table').click();
    const rows = success.getByRole('row');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 31);
    const failed = await rows.locator('td:nth-child(3)').allInnerTexts();
    assert.equal(
      failed.reduce((sum, text) => sum + Number(text), 0),
      5,
    );
  });

  test('a regression is told by what the monitor allows, beside its baseline', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    const answer = await fetch(`${suite.world.origin}/api/v1${PATH}/daily`);
    const { baseline, recent } = (await answer.json()) as DailyStatistics;
    const percent = Math.floor((recent!.p95Duration / baseline!.p95Duration - 1) * 100);
    assert.ok(percent > 20 && percent < 50, `${percent} % would be told by any threshold, or by none`);
    const duration = page.getByRole('region', { name: 'Duration', exact: true });
    await duration.getByText(`P95 is ${percent} % above that of the 14 days before`).waitFor();
    assert.match(await duration.innerText(), /all-of-billing allows 20 %/);
    await duration.getByText('P95 of the 14 days before', { exact: true }).waitFor();
  });

  test('the CSV of the history has the runs that are shown', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}?status=failed`);
    const csv = await downloadText(open.page, 'CSV');
    assert.deepEqual(
      csv
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[4]),
      Array.from({ length: 5 }, () => 'failed'),
    );
  });

  test('the range of the charts stands in the address', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}?range=90`);
    const { page } = open;
    const durations = page.getByRole('slider', { name: 'Duration by day' });
    await durations.waitFor();
    assert.equal(await durations.getAttribute('aria-valuemax'), '89');
    const days = (of: string, shown: string) =>
      page
        .getByRole('group', { name: `Days of the ${of}` })
        .getByRole('button', { name: shown })
        .click();
    await days('durations', '14 d');
    await page.waitForURL('**/invoice-export?range=14');
    await days('success rate', '90 d');
    await page.waitForURL('**/invoice-export?range=14&success=90');
    await days('heat map', '60 d');
    await page.waitForURL('**/invoice-export?range=14&success=90&heat=60');
    const success = page.getByRole('slider', { name: 'Success rate by day' });
    assert.equal(await success.getAttribute('aria-valuemax'), '89');
    assert.equal(await durations.getAttribute('aria-valuemax'), '13');
  });

  test('what runs now is listed with how long it has run', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/cronjobs/data/search-reindex`);
    const running = open.page.getByRole('region', { name: 'Running now' });
    await running.getByText('search-reindex-29397065').waitFor();
    assert.match(await running.innerText(), /for\s+\d+ [sm]/);
  });

  test('the history is filtered by outcome, in the address', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    await page.getByRole('button', { name: 'Failed' }).click();
    await page.waitForURL('**/invoice-export?status=failed');
    const history = historyOf(page);
    await history.getByText('Succeeded', { exact: true }).nth(1).waitFor({ state: 'detached' });
    assert.equal(await history.getByRole('row').count(), 1 + 5);
  });

  test('more of the history is loaded on demand', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    await page.getByText('50 of 120').waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('100 of 120').waitFor();
    assert.equal(await historyOf(page).getByRole('table').getAttribute('aria-rowcount'), '101');
  });

  test('of a long history the visible rows alone exist, each where it belongs', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    await page.route('**/executions?*', async (route) => {
      const { items } = (await (await route.fetch()).json()) as ExecutionList;
      const runs = Array.from({ length: 1_000 }, (_, index) => ({
        ...items[0]!,
        id: `run-${index}`,
        jobName: `job-${index}`,
      }));
      return route.fulfill({ json: { items: runs, total: 1_000 } });
    });
    await page.goto(suite.world.origin + PATH);
    const history = historyOf(page);
    await history.getByText('job-0', { exact: true }).waitFor();
    const height = (await history.boundingBox())!.height;
    assert.ok(height > 1_000 * 32 && height < 1_000 * 32 + 150, `${height} px for 1,000 runs`);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const last = history.getByRole('row', { name: 'job-999' });
    await last.waitFor();
    assert.equal(await last.getAttribute('aria-rowindex'), '1001');
    const rows = await history.getByRole('row').count();
    assert.ok(rows < 60, `${rows} rows`);
    assert.ok(Math.abs((await history.boundingBox())!.height - height) < 20, 'the height changes on the way');
    await assertAccessible(page);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assert.equal(await history.getByRole('row').count(), 1_001);
  });

  test('a run opens in a drawer that Escape closes, and the focus returns', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    const link = page.getByRole('link', { name: 'invoice-export-29397100' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/invoice-export?run=billing-invoice-export-0');
    const drawer = page.getByRole('dialog', { name: 'invoice-export-29397100' });
    for (const part of ['BackoffLimitExceeded', '137', 'OOMKilled', 'UTC', 'Europe/Berlin', 'worker-2']) {
      await drawer.getByText(part).first().waitFor();
    }
    assert.equal(await drawer.locator(':focus').count(), 1);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.waitForURL('**/invoice-export');
    assert.match((await page.locator(':focus').textContent())!, /invoice-export-29397100$/);
  });

  test('a log is shown as text, whatever it holds', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}${PATH}?run=billing-invoice-export-0`,
    );
    const log = open.page.getByRole('region', { name: /^Log of/ });
    await log.waitFor();
    assert.match(await log.innerText(), /<b>a log is text, not markup<\/b>/);
    assert.equal(await log.locator('b').count(), 0);
  });

  test('the back button closes the drawer', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    await page.getByRole('link', { name: 'invoice-export-29397100' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('Trigger now starts a Job and names it', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    await page.getByRole('button', { name: 'Trigger now' }).click();
    await page.getByText('Started invoice-export-manual-x7k2p').waitFor();
    assert.equal(suite.world.triggered.at(-1), 'billing/invoice-export');
  });

  test('another CronJob begins anew: what was started is not said of it', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}${PATH}`);
    const { page } = open;
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('100 of 120').waitFor();
    await page.getByRole('button', { name: 'Trigger now' }).click();
    await page.getByText('Started invoice-export-manual-x7k2p').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('session-cleanup');
    await page.getByRole('option', { name: /session-cleanup/ }).click();
    await page.getByText('50 of 60').waitFor();
    assert.equal(await page.getByText('Started invoice-export').count(), 0);
  });

  test('a failed run tells the alert that lasted when it failed, and what may help', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}${PATH}?run=billing-invoice-export-0`,
    );
    const { page } = open;
    const alert = page.getByRole('dialog').getByRole('region', { name: 'Its alert' });
    await alert.getByText('Suggested fix: The container ran out of memory.').waitFor();
    await alert.getByRole('link', { name: 'billing/invoice-export failed' }).waitFor();
    await page.goto(`${suite.world.origin}${PATH}?run=billing-invoice-export-9`);
    await page.getByRole('dialog').getByText('writing batch 12 of 40').waitFor();
    assert.equal(await alert.count(), 0);
  });

  test('a refused trigger says why', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/cronjobs/platform/image-prune`);
    const { page } = open;
    await page.getByRole('button', { name: 'Trigger now' }).click();
    await page.getByText('Not started: exceeded quota: pods=10').waitFor();
  });

  test('a suspended CronJob has no next run, and one without runs no success rate', async () => {
    await using suspended = await openPage(
      suite.browser,
      `${suite.world.origin}/cronjobs/platform/image-prune`,
    );
    await suspended.page.getByText('Next run').waitFor();
    assert.match(await suspended.page.getByRole('main').innerText(), /Next run\s+—\s+suspended/);
    await using never = await openPage(
      suite.browser,
      `${suite.world.origin}/cronjobs/platform/quarterly-report`,
    );
    await never.page.getByText('The first one appears here').waitFor();
    assert.match(await never.page.getByRole('main').innerText(), /Success rate\s+—\s+no runs yet/);
  });

  test('a CronJob that does not exist is said to be missing', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/cronjobs/billing/nothing`);
    await open.page.getByText('The CronJob billing/nothing was not found').waitFor();
    await assertAccessible(open.page);
  });
});

/** The UTC day so many days ago, as the page names it. */
function dayName(daysAgo: number): string {
  const day = new Date(Date.now() - daysAgo * 86_400_000);
  return day
    .toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .replace(',', '');
}

function historyOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Execution history' });
}
