// Every page of the dashboard in the demo world, on every screen: what it shows is what the API says.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { assertAccessible, assertFitsWidth, openPage, SCREENS, settleAnimations } from '../e2e/dashboard.ts';
import { demoWorld } from './demo-world.ts';

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly namespace: string;
  /** Of an SLA, which has no name of its own. */
  readonly cronjobName: string;
  readonly compliant: boolean;
}

/** Each page, and the list whose names stand on it; of long ones those that are in sight. */
const PAGES: readonly { readonly path: string; readonly shows: (api: Api) => Promise<readonly string[]> }[] =
  [
    { path: '/', shows: async (api) => names(await api('cronjobs')).slice(0, 5) },
    {
      path: '/?view=timeline',
      shows: async (api) => names(await api('cronjobs?namespace=data')).slice(0, 1),
    },
    { path: '/cronjobs/payments/fraud-model-refresh', shows: async () => ['OOMKilled', '15 */6 * * *'] },
    { path: '/alerts', shows: async (api) => (await api('alerts')).slice(0, 3).map(({ title }) => title) },
    { path: '/monitors', shows: async (api) => names(await api('monitors')) },
    {
      path: '/monitors/payments/payments-critical',
      shows: async (api) => names(await api('cronjobs?monitor=payments-critical')),
    },
    {
      path: '/sla',
      // Those at the end come into the document as it is scrolled.
      shows: async (api) =>
        (await api('sla')).filter(({ compliant }) => !compliant).map(({ cronjobName }) => cronjobName),
    },
    { path: '/channels', shows: async (api) => names(await api('channels')) },
    { path: '/reports', shows: async () => ['Download the PDF'] },
    { path: '/settings/config', shows: async () => ['Port'] },
    { path: '/settings/storage', shows: async () => ['executions'] },
    { path: '/settings/patterns', shows: async () => ['Suggested fix'] },
  ];

type Api = (path: string) => Promise<readonly Listed[]>;

describe('the dashboard in the demo world', () => {
  const world = demoWorld();
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const api: Api = async (path) => {
    const response = await fetch(`${world.url}/api/v1/${path}`);
    return ((await response.json()) as { items: readonly Listed[] }).items;
  };

  for (const screen of SCREENS) {
    test(`is right on every page: ${screen.name}`, async () => {
      await using open = await openPage(browser, `${world.url}/`, screen);
      const { page, complaints } = open;
      for (const { path, shows } of PAGES) {
        await page.goto(world.url + path);
        for (const text of await shows(api)) await inSight(page, text, path);
        await settleAnimations(page);
        await assertAccessible(page);
        await assertFitsWidth(page);
        assert.deepEqual(complaints, [], path);
      }
    });
  }

  test('tells of an alert why the runs never came, and what became of each message', async () => {
    const [missed] = await api('alerts?type=deadManSwitch&cronjob=compact-events');
    await using open = await openPage(browser, `${world.url}/alerts/${missed!.id}`);
    const { page, complaints } = open;
    await inSight(page, missed!.title, 'the alert');
    await inSight(page, 'team-chat', 'the ledger');
    await assertAccessible(page);
    await page.goto(`${world.url}/cronjobs/data/compact-events`);
    await inSight(page, 'exceeded quota', 'the slot that nothing ran for');
    assert.deepEqual(complaints, []);
  });
});

function names(items: readonly Listed[]): string[] {
  return items.map(({ name }) => name);
}

async function inSight(page: Page, text: string, where: string): Promise<void> {
  const found = page.getByRole('main').getByText(text).filter({ visible: true });
  await found
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => assert.fail(`${where} does not show "${text}"`));
}
