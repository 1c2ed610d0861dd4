import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFitsWidth,
  downloadText,
  openPage,
  returnToTab,
  SCREENS,
} from './dashboard.ts';
import { dashboardSuite } from './suite.ts';
import { startWorld } from './world.ts';

describe('the overview', () => {
  const suite = dashboardSuite(200);

  for (const screen of SCREENS) {
    test(`is complete and accessible: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, suite.world.origin, screen);
      const { page, complaints } = open;
      await page.getByRole('link', { name: 'invoice-export' }).first().waitFor();
      await page.getByRole('region', { name: 'Active alerts' }).getByText('OOMKilled').first().waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('shows the worst first, what is late, and that no runs are no evidence', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const rows = rowTexts(open.page);
    assert.match(
      (await rows)[0]!,
      /Critical.*invoice-export.*every 15 min.*5 of the last 24 runs failed.*95\.8 %/,
    );
    assert.match((await rows)[1]!, /Critical.*etcd-backup.*late by 4 h/);
    assert.match((await rows)[2]!, /Warning.*warehouse-load/);
    assert.match((await rows)[3]!, /Running.*search-reindex/);
    assert.ok(
      (await rows).some((text) => /quarterly-report.*day 1 of the month in January.*no runs yet/.test(text)),
    );
  });

  test('counts every CronJob once, and the tab carries the critical count', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('button', { name: '2 Critical' }).waitFor();
    for (const name of ['1 Warning', '1 Running', '204 Healthy', '1 Suspended']) {
      assert.ok(await page.getByRole('button', { name }).isVisible(), name);
    }
    assert.equal(await page.title(), '(2) Overview · Punctual');
    assert.match((await page.locator('link[rel=icon]').getAttribute('href'))!, /^data:image\/svg/);
  });

  test('a status filter stands in the address and survives a reload', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('button', { name: '1 Suspended' }).click();
    await page.waitForURL('**/?status=suspended');
    await page.reload();
    await page.getByText('1 CronJob shown').waitFor();
    assert.equal(
      await page.getByRole('button', { name: '1 Suspended' }).getAttribute('aria-pressed'),
      'true',
    );
    await page.getByRole('button', { name: '1 Suspended' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  test('search and namespace narrow the rows, and an empty result offers the way back', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('table').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('report');
    await page.waitForURL('**/?q=report');
    await page.getByText('1 CronJob shown').waitFor();
    await page.getByLabel('Namespace').selectOption('billing');
    await page.waitForURL('**/?q=report&ns=billing');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.waitForURL((url) => url.search === '');
    assert.equal(await page.getByLabel('Search CronJobs').inputValue(), '');
  });

  test('the CSV has the rows that are shown: of their table, and of their runs', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}/?q=e&ns=platform&status=critical`,
    );
    const { page } = open;
    await page.getByText('1 CronJob shown').waitFor();
    const table = await downloadText(page, 'CSV');
    assert.match(table, /^Namespace,CronJob,Status/);
    assert.deepEqual(firstCells(table, 2), ['platform,etcd-backup']);
    const runs = await downloadText(page, 'Runs CSV');
    assert.deepEqual(
      new Set(firstCells(runs, 3).map((cells) => cells.replace(/^[^,]*,/, ''))),
      new Set(['platform,etcd-backup']),
    );
    assert.equal(firstCells(runs, 3).length, 6);
  });

  test('a heading sorts by its column and says so', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('button', { name: 'Success' }).click();
    await page.waitForURL('**/?sort=rate');
    assert.match((await rowTexts(page))[0]!, /etcd-backup/);
    const header = page.getByRole('columnheader', { name: 'Success' });
    assert.equal(await header.getAttribute('aria-sort'), 'ascending');
  });

  test('what is chosen shows before the address follows', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('table').waitFor();
    // A timer that is due before the one of the address.
    const shown = await page.evaluate(`(async () => {
      [...document.querySelectorAll('[role=columnheader] button')].find((b) => b.textContent === 'Success').click();
      document.querySelector('button[aria-pressed]').click();
      await new Promise((resolve) => setTimeout(resolve));
      const sorted = document.querySelector('[aria-sort]').textContent;
      const pressed = document.querySelector('button[aria-pressed=true]').textContent;
      return [sorted, pressed, document.querySelector('[data-index] a').textContent, location.search];
    })()`);
    assert.deepEqual(shown, ['Success', '2Critical', 'etcd-backup', '']);
    await page.waitForURL('**/?status=critical&sort=rate');
  });

  test('back and forward lead to what was chosen, and a link without a choice takes it back', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('button', { name: '1 Suspended' }).click();
    await page.waitForURL('**/?status=suspended');
    await page.getByRole('link', { name: 'image-prune' }).click();
    await page.waitForURL('**/cronjobs/platform/image-prune');
    await page.goBack();
    await page.getByText('1 CronJob shown').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await page.getByText('209 CronJobs shown').waitFor();
    await page.goBack();
    await page.getByText('1 CronJob shown').waitFor();
    assert.equal(new URL(page.url()).search, '?status=suspended');
  });

  test('a row opens in another tab with the modifier that means it', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    const opened = page.context().waitForEvent('page');
    await page
      .getByRole('table')
      .getByRole('link', { name: 'etcd-backup' })
      .click({ modifiers: ['Control'] });
    await (await opened).waitForURL('**/cronjobs/platform/etcd-backup');
    assert.equal(new URL(page.url()).pathname, '/');
  });

  test('j, k and Enter walk the rows and open one', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('link', { name: 'invoice-export' }).first().waitFor();
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    assert.equal(await page.locator(':focus').textContent(), 'etcd-backup');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cronjobs/platform/etcd-backup');
  });

  test('j reaches rows that did not exist yet, and only the visible ones do', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('table').waitFor();
    for (let row = 0; row < 120; row += 1) await page.keyboard.press('j');
    await page.waitForSelector('[data-index="119"] :focus');
    assert.ok((await page.locator('[data-index]').count()) < 80);
  });

  test('t changes the theme, which is there before the first paint of the next visit', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('table').waitFor();
    for (const key of ['t', 't']) await page.keyboard.press(key);
    // Without the page's own script the stored theme can only come from the blocking one.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  });

  test('single keys can be switched off', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('table').waitFor();
    await page.keyboard.press('?');
    await assertAccessible(page);
    await page.getByLabel('Single keys are shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    assert.equal(await page.locator('input:focus').count(), 0);
  });

  test('of more alerts than there is room for it says how many there are', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    await page.route('**/api/v1/alerts?active=true&sort=severity*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), total: 2_000 } });
    });
    await page.goto(suite.world.origin);
    await page.getByRole('link', { name: 'and 1,997 more' }).click();
    await page.waitForURL('**/alerts?state=active');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('an unchanged answer is a 304 that renders nothing', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('table').getByRole('link', { name: 'invoice-export' }).waitFor();
    await page.evaluate(`window.changes = [];
      new MutationObserver((records) => window.changes.push(...records.map(({ type }) => type)))
        .observe(document.querySelector('[role=table]'), { childList: true, attributes: true, subtree: true });`);
    const answer = page.waitForResponse('**/api/v1/cronjobs');
    await returnToTab(page);
    assert.equal((await answer).status(), 304);
    assert.deepEqual(await page.evaluate('window.changes'), []);
  });

  test('when answers fail the rows stay, marked with their age, until the service is back', async () => {
    await using failing = await startWorld();
    await using open = await openPage(suite.browser, failing.origin);
    const { page } = open;
    await page.getByRole('link', { name: 'invoice-export' }).first().waitFor();
    failing.fail(true);
    await returnToTab(page);
    await page.getByText('The service does not answer properly.').waitFor();
    assert.ok(await page.getByText(/What you see is \d+ s old/).isVisible());
    assert.ok(await page.getByRole('link', { name: 'invoice-export' }).first().isVisible());
    await assertAccessible(page);
    failing.fail(false);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('The service does not answer properly.').waitFor({ state: 'detached' });
  });

  test('without any answer nothing claims that all is well', async () => {
    await using failing = await startWorld();
    failing.fail(true);
    await using open = await openPage(suite.browser, failing.origin);
    const { page } = open;
    await page.getByText('The list of CronJobs could not be loaded').waitFor();
    assert.ok(await page.getByText('(internal_error)').first().isVisible());
    assert.ok(await page.getByText('There is nothing to show yet.').isVisible());
    assert.equal(await page.getByText(/Healthy|100 %|0 CronJobs/).count(), 0);
    await assertAccessible(page);
  });

  test('a new installation is told what is missing before anybody hears of a failure', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    await page.route('**/api/v1/monitors', (route) => route.fulfill({ json: { items: [] } }));
    await page.route('**/api/v1/channels', (route) => route.fulfill({ json: { items: [] } }));
    await page.goto(suite.world.origin);
    await page.getByText('Nobody is told of failures yet.').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'a first channel' }).click();
    await page.waitForURL('**/channels');
  });

  test('an address that no page has leads back', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/nowhere`);
    await open.page.getByText('There is no such page').waitFor();
    await open.page.getByRole('link', { name: 'Go to the overview' }).click();
    await open.page.getByRole('table').waitFor();
  });
});

/** The first cells of every row but the header. */
function firstCells(csv: string, count: number): readonly string[] {
  const [, ...rows] = csv.trimEnd().split('\r\n');
  return rows.map((row) => row.split(',').slice(0, count).join(','));
}

/** The rows that are there now, each as one line of text. */
async function rowTexts(page: Page): Promise<readonly string[]> {
  await page.locator('[data-index]').first().waitFor();
  const rows = await page.locator('[data-index]').all();
  return Promise.all(rows.map(async (row) => (await row.innerText()).replaceAll(/\s+/g, ' ')));
}
