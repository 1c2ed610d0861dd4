import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsWidth, openPage, SCREENS } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

const NAMES_WIDTH = 264;

describe('the timeline', () => {
  const suite = dashboardSuite(200);

  for (const screen of SCREENS) {
    test(`is complete and accessible: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline`, screen);
      const { page, complaints } = open;
      await rowOf(page, 'invoice-export')
        .getByText(/9\d runs, \d failed/)
        .waitFor();
      await page.getByText('209 CronJobs shown').waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.equal(await page.getByRole('region', { name: 'Active alerts' }).count(), 0);
      assert.deepEqual(complaints, []);
    });
  }

  test('the toolbar leads there and back, and the choice stands in the address', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.getByRole('button', { name: 'Timeline' }).click();
    await page.waitForURL('**/?view=timeline');
    await page.getByRole('button', { name: '7 d' }).click();
    await page.waitForURL('**/?view=timeline&range=7d');
    await page.reload();
    await page.getByText(/Starts per hour, peak/).waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.getByRole('table').waitFor();
  });

  test('draws what ran in green, what failed in red, and what runs up to the present in blue', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline`);
    const { page } = open;
    await rowOf(page, 'warehouse-load')
      .getByText(/1 failed/)
      .waitFor();
    const [failing, running, suspended] = await Promise.all([
      coloursIn(page, await indexOf(page, 'warehouse-load')),
      coloursIn(page, await indexOf(page, 'search-reindex')),
      coloursIn(page, await indexOf(page, 'quarterly-report')),
    ]);
    assert.ok(failing.green > 200 && failing.red > 100, JSON.stringify(failing));
    assert.ok(
      running.green > 50 && running.red === 0 && running.blue > failing.blue,
      JSON.stringify(running),
    );
    assert.ok(suspended.green === 0 && suspended.red === 0, JSON.stringify(suspended));
  });

  test('the keys lead through rows and runs, the status line speaks the run, and Enter opens it', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline`);
    const { page } = open;
    await rowOf(page, 'invoice-export')
      .getByText(/96 runs/)
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.match((await page.locator(':focus').textContent())!, /^warehouse-load/);
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/warehouse-load · .* UTC · Failed after .*: OOMKilled/).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/warehouse-load · .* UTC · Succeeded in/).waitFor();
    await page.keyboard.press('End');
    await page.getByText(/warehouse-load · .* UTC · Next start/).waitFor();
    await page.keyboard.press('Home');
    await page.getByText(/warehouse-load · .* UTC · Succeeded in/).waitFor();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await page.getByText(/warehouse-load · .* UTC · Failed/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cronjobs/data/warehouse-load?run=data-warehouse-load-0');
    await page.getByRole('dialog').waitFor();
  });

  test('the pointer shows a run with its reason, and a click opens it', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline`);
    const { page } = open;
    await rowOf(page, 'etcd-backup').getByText('0 runs').waitFor();
    await page.getByRole('button', { name: '7 d' }).click();
    const row = rowOf(page, 'etcd-backup');
    await row.getByText('6 runs, 1 failed').waitFor();
    const box = (await row.boundingBox())!;
    // The newest run: 28 hours ago, of 168 hours back and 42 ahead.
    const x = box.x + NAMES_WIDTH + ((box.width - NAMES_WIDTH) * (168 - 28)) / 210;
    await page.mouse.move(x, box.y + 13);
    await page.getByText(/etcd-backup · .* · Failed after .*: OOMKilled/).waitFor();
    await page.mouse.click(x, box.y + 13);
    await page.waitForURL('**/cronjobs/platform/etcd-backup?run=platform-etcd-backup-0');
  });

  test('slots without a run tell why, and our own outage is said', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline`);
    const { page } = open;
    const row = rowOf(page, 'warehouse-load');
    await row.getByText('2 slots without a run').waitFor();
    await page.getByText('Punctual itself did not watch (1 time)').waitFor();
    await row.getByRole('link').focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await page.getByText(/warehouse-load · .* · Not started: the run before it was still active/).waitFor();
    await rowOf(page, 'search-reindex').getByRole('link').focus();
    await page.keyboard.press('Home');
    await page.getByText(/search-reindex · .* Succeeded/).waitFor();
  });

  test('a suspended CronJob shows the slots that it let pass', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline&status=suspended`);
    await rowOf(open.page, 'image-prune')
      .getByText(/1 slot without a run/)
      .waitFor();
  });

  test('only the rows in view exist and are asked for, also after a leap to the end', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline`);
    const { page } = open;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/timeline?'))
        asked.push(new URL(request.url()).searchParams.get('cronjobs')!);
    });
    await rowOf(page, 'invoice-export')
      .getByText(/96 runs/)
      .waitFor();
    assert.ok((await page.locator('[data-index]').count()) < 80);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await page
      .locator('[data-index="207"]')
      .getByText(/6 runs, none failed/)
      .waitFor();
    assert.ok(asked.every((names) => names.split(',').length <= 40));
  });

  test('the starts are counted over the chosen CronJobs alone', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/?view=timeline`);
    const { page } = open;
    const peak = async () => Number(await page.locator('p:has-text("Starts per 10 min") strong').innerText());
    await page.locator('p:has-text("Starts per 10 min") strong').waitFor();
    assert.ok((await peak()) >= 200);
    await page.getByRole('button', { name: '2 Critical' }).click();
    await page.waitForURL('**&status=critical');
    await page
      .locator('p:has-text("Starts per 10 min") strong')
      .filter({ hasText: /^[1-4]$/ })
      .waitFor();
  });
});

function rowOf(page: Page, name: string) {
  return page.locator('li[data-index]').filter({ hasText: new RegExp(`^\\w+${name},`) });
}

async function indexOf(page: Page, name: string): Promise<number> {
  return Number(await rowOf(page, name).getAttribute('data-index'));
}

/** How many pixels of a row are more green, red or blue than anything else. */
function coloursIn(page: Page, index: number) {
  return page.evaluate<{ green: number; red: number; blue: number }>(`(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, ${index} * 26, canvas.width, 26);
    const counts = { green: 0, red: 0, blue: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b, a] = data.subarray(i, i + 4);
      if (a < 200) continue;
      if (g > r + 40 && g > b) counts.green += 1;
      else if (r > g + 80 && r > b + 80) counts.red += 1;
      else if (b > r + 80 && b > g + 60) counts.blue += 1;
    }
    return counts;
  })()`);
}
