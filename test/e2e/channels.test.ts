import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { toChannelSpec } from '../../src/alert/channel-spec.ts';
import type { ChannelList } from '../../src/api/contract/channel.ts';
import { assertAccessible, assertFitsWidth, openPage, SCREENS } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';

describe('the channels', () => {
  const suite = dashboardSuite();

  for (const screen of SCREENS) {
    test(`are listed with their state, and tested in place, accessibly: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/channels`, screen);
      const { page, complaints } = open;
      await page.getByText('Secret punctual/pager does not exist').waitFor();
      await page.getByRole('button', { name: 'Test ops' }).click();
      await page.getByText('Test delivered: The receiver answered HTTP 200').waitFor();
      await page.getByRole('button', { name: 'Test pager' }).click();
      await page.getByText('Test not delivered').waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  for (const width of [700, 1024]) {
    test(`leave room for what is wrong: ${width} px wide`, async () => {
      const screen = { colorScheme: 'light', width } as const;
      await using open = await openPage(suite.browser, `${suite.world.origin}/channels`, screen);
      const name = open.page.getByRole('rowheader').filter({ hasText: 'pager' });
      assert.ok((await name.boundingBox())!.width > 180);
    });
  }

  test('tell what was sent, when, and why one is not ready', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/channels`);
    const rows = open.page.getByRole('row');
    await rows.getByText('audit').first().waitFor();
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    assert.match(
      texts.find((text) => text.includes('audit'))!,
      /^Not checked audit Webhook 0 0 none yet/,
    );
    assert.match(
      texts.find((text) => text.includes('ops'))!,
      /^Ready ops Chat 2 0 \d+ [smh] ago/,
    );
    assert.match(
      texts.find((text) => text.includes('pager'))!,
      /^Not ready pager SecretNotReadable: Secret/,
    );
  });

  for (const screen of SCREENS) {
    test(`open with their messages and every attempt, accessibly: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/channels`, screen);
      const { page, complaints } = open;
      await page.getByRole('link', { name: 'ops' }).click();
      const drawer = page.getByRole('dialog', { name: 'ops' });
      await drawer.getByText('2 attempts').click();
      await drawer.getByText('the receiver answered HTTP 503, after 40 ms').waitFor();
      await drawer.getByText('taken, HTTP 200, after 12 ms').waitFor();
      await drawer.getByRole('button', { name: 'Node worker-2 lost its Pods: 2 alerts' }).click();
      await drawer
        .getByRole('listitem')
        .getByRole('link', { name: 'platform/etcd-backup failed' })
        .last()
        .waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('tell how many attempts failed in a row and the last error; messages are chosen by state', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/channels?channel=pager`);
    const { page } = open;
    const drawer = page.getByRole('dialog', { name: 'pager' });
    await drawer.getByText('Failed in a row').waitFor();
    const facts = (await drawer.innerText()).replaceAll(/\s+/g, ' ');
    assert.match(facts, /Waiting 3 Failed in a row 3 .* Last error \d \w ago: Secret punctual\/pager/);
    const messages = drawer.getByRole('listitem');
    await messages.first().waitFor();
    assert.equal(await messages.count(), 3);
    await drawer.getByLabel('State of the messages').selectOption('Sent');
    await drawer.getByText('No message is in this state.').waitFor();
    assert.equal(new URL(page.url()).search, '?channel=pager&state=sent');
    const csv = await drawer.getByRole('link', { name: 'CSV' }).getAttribute('href');
    assert.equal(csv, '/api/v1/export/deliveries?channel=pager&state=sent');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/channels');
    await page.getByText('3 attempts failed in a row').first().waitFor();
  });

  test('a drawer that was closed stays closed when the reader goes back', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/channels`);
    const { page } = open;
    await page.getByRole('link', { name: 'ops' }).click();
    const drawer = page.getByRole('dialog', { name: 'ops' });
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL('**/channels');
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('a reason without a message is told without a colon, in the list and in the drawer', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    await page.route('**/api/v1/channels', async (route) => {
      const list = (await (await route.fetch()).json()) as ChannelList;
      const items = list.items.map((channel) => ({ ...channel, message: null }));
      return route.fulfill({ json: { ...list, items } });
    });
    await page.goto(`${suite.world.origin}/channels?channel=pager`);
    const drawer = page.getByRole('dialog', { name: 'pager' });
    await drawer.getByText('SecretNotReadable').waitFor();
    assert.doesNotMatch(await drawer.innerText(), /SecretNotReadable:/);
    assert.doesNotMatch(await page.getByRole('table').innerText(), /SecretNotReadable:/);
  });

  test('a test says that it is under way, and keeps the focus', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/channels`);
    const { page } = open;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/channels/ops/test', (route) => held.then(() => route.continue()));
    await page.getByRole('button', { name: 'Test ops' }).press('Enter');
    const sending = page.getByRole('button', { name: 'Sending… ops' });
    await sending.waitFor();
    answer();
    await page.getByText('Test delivered').waitFor();
    assert.match((await page.locator(':focus').textContent())!, /^Test/);
  });

  test('without any the page shows the manifest of a first one, which is valid', async () => {
    await using open = await openPage(suite.browser, 'about:blank');
    const { page } = open;
    await page.route('**/api/v1/channels', (route) => route.fulfill({ json: { items: [] } }));
    await page.goto(`${suite.world.origin}/channels`);
    await page.getByText('No channels yet').waitFor();
    await assertAccessible(page);
    const manifest = await page.getByRole('region', { name: 'A first AlertChannel' }).innerText();
    const [secret, channel] = parseAllDocuments(manifest).map((document) => document.toJS());
    const parsed = toChannelSpec(channel.spec);
    assert.equal(parsed.kind, 'spec');
    const { name, namespace, key } = channel.spec.chat.webhookSecretRef;
    assert.deepEqual([secret.metadata.name, secret.metadata.namespace], [name, namespace]);
    assert.ok(key in secret.stringData);
  });

  test('g and then c leads to them', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    await open.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await open.page.keyboard.press('g');
    await open.page.keyboard.press('c');
    await open.page.waitForURL('**/channels');
    await open.page.getByRole('heading', { name: 'Channels' }).waitFor();
  });
});
