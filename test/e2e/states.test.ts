import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { assertAccessible, assertFitsWidth, openPage, returnToTab } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

/** Those that show nothing without an answer. */
const PAGES = [
  '/',
  '/?view=timeline',
  '/cronjobs/billing/invoice-export',
  '/alerts',
  '/alerts/alert-invoice-export',
  '/monitors',
  '/monitors/billing/all-of-billing',
  '/sla',
  '/channels',
  '/settings/config',
  '/settings/storage',
] as const;

const refusal = (error: string, message: string) => ({ error, message, details: {} });

const STATES = [
  { name: 'while it waits for the service', answer: async () => {}, says: /^Loading / },
  {
    name: 'when it may not be read',
    answer: (route: Route) =>
      route.fulfill({ status: 403, json: refusal('forbidden', 'Not for this host.') }),
    says: /may not be read$/,
  },
  {
    name: 'when the service fails',
    answer: (route: Route) => route.fulfill({ status: 500, json: refusal('internal_error', 'A fault.') }),
    says: /could not be loaded$/,
  },
] as const;

describe('every page', () => {
  const suite = dashboardSuite();

  for (const { name, answer, says } of STATES) {
    test(`is designed, accessible and claims nothing ${name}`, async () => {
      await using open = await openPage(suite.browser, 'about:blank', { colorScheme: 'dark', width: 390 });
      const { page } = open;
      await page.route('**/api/v1/**', answer);
      for (const path of PAGES) {
        await page.goto(suite.world.origin + path);
        await page.getByText(says).first().waitFor({ state: 'attached' });
        assert.equal(await page.getByText(/No active alerts|^Healthy$|100 %/).count(), 0, path);
        await assertAccessible(page);
        await assertFitsWidth(page);
      }
    });
  }

  test('says where a token comes from when one is asked for', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 401, json: refusal('unauthorized', 'Give the token.') }),
    );
    await page.goto(suite.world.origin);
    await page.getByText('The list of CronJobs may not be read').waitFor();
    assert.ok(await page.getByText('the proxy in front of Punctual adds it').first().isVisible());
  });

  test('moves nothing when it asks again', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    for (const path of PAGES) {
      await page.goto(suite.world.origin + path);
      await page.waitForLoadState('networkidle');
      await page.evaluate(COUNT_SHIFTS);
      await returnToTab(page);
      await page.waitForLoadState('networkidle');
      assert.equal(await shiftOf(page), 0, path);
    }
  });
});

const COUNT_SHIFTS = `window.shift = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
    .observe({ type: 'layout-shift' });`;

/** After the next frame, in which the last change is laid out. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(window.shift))))',
  );
}
