import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPage } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

const LISTS = [
  { path: '/', first: /^\/cronjobs\// },
  { path: '/?view=timeline', first: /^\/cronjobs\// },
  { path: '/alerts', first: /^\/alerts\/./ },
  { path: '/monitors', first: /^\/monitors\/./ },
  { path: '/sla', first: /^\/cronjobs\// },
  { path: '/channels', first: /\?channel=/ },
  { path: '/cronjobs/billing/invoice-export', first: /\?run=/ },
] as const;

describe('j and k lead through the rows, and Enter opens one', () => {
  const suite = dashboardSuite(100);

  for (const { path, first } of LISTS) {
    test(path, async () => {
      await using open = await openPage(suite.browser, suite.world.origin + path);
      const { page } = open;
      const focused = () =>
        page.evaluate<[string | null, string | null]>(
          "[document.activeElement.closest('[data-index]')?.dataset.index ?? null, document.activeElement.getAttribute('href')]",
        );
      await page.locator('[data-index="1"]').waitFor();
      await page.keyboard.press('j');
      const [index, address] = await focused();
      assert.equal(index, '0');
      assert.match(address!, first);
      await page.keyboard.press('j');
      assert.equal((await focused())[0], '1');
      await page.keyboard.press('k');
      assert.deepEqual(await focused(), [index, address]);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${address}`);
    });
  }

  test('a row that was scrolled away is still where the next step starts, until something else has the focus', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.locator('[data-index="1"]').waitFor();
    for (let key = 0; key < 3; key += 1) await page.keyboard.press('j');
    await page.locator('[data-index="2"] :focus').waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.locator('[data-index="2"]').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.locator('[data-index="3"] :focus').waitFor();
    await page.getByRole('button', { name: 'Namespace' }).focus();
    await page.keyboard.press('j');
    await page.locator('[data-index="0"] :focus').waitFor();
  });

  test('no key is lost that comes before its row', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    const { page } = open;
    await page.locator('[data-index="1"]').waitFor();
    await page.evaluate(
      "for (let key = 0; key < 80; key += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))",
    );
    await page.locator('[data-index="79"] :focus').waitFor();
  });
});
