import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
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
    const alert = (await suite.world.store.alerts.get('alert-invoice-export'))!;
    for (const [round, path] of PAGES.entries()) {
      await page.goto(suite.world.origin + path);
      await page.waitForLoadState('networkidle');
      await page.evaluate(COUNT_SHIFTS);
      // Other numbers of the same length, so that every answer about it is another one.
      const message = alert.message.replace('137', round % 2 === 0 ? '139' : '137');
      await suite.world.store.alerts.update({ ...alert, message, occurrences: 4 + (round % 2) });
      const answers = await answersAfter(page, () => returnToTab(page));
      assert.notDeepEqual(answers, [], path);
      if (path.startsWith('/alerts')) assert.ok(answers.includes(200), `${path} was told nothing new`);
      assert.equal(await shiftOf(page), 0, path);
    }
  });
});

const COUNT_SHIFTS = `window.shift = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
    .observe({ type: 'layout-shift' });`;

/** The statuses of all answers to what an act makes the page ask, each read to its end. */
async function answersAfter(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  const asked: Request[] = [];
  const note = (request: Request) => void asked.push(request);
  page.on('request', note);
  // What every page asks for, so that there is something to wait for.
  const first = page.waitForResponse('**/api/v1/cronjobs?status=critical*');
  await act();
  await first;
  page.off('request', note);
  return Promise.all(
    asked.map(async (request) => {
      const response = (await request.response())!;
      if (response.ok()) await response.body();
      return response.status();
    }),
  );
}

/** After two frames, in which the last change is rendered and laid out. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
      setTimeout(() => resolve(window.shift)))))`,
  );
}
