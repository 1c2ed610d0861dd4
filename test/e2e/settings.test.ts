import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, assertFitsWidth, openPage, SCREENS, settleAnimations } from './dashboard.ts';
import { dashboardSuite } from './suite.ts';
import { startWorld } from './world.ts';

describe('the settings', () => {
  const suite = dashboardSuite();

  for (const screen of SCREENS) {
    test(`show configuration and storage, accessibly: ${screen.name}`, async () => {
      await using open = await openPage(suite.browser, `${suite.world.origin}/settings`, screen);
      const { page, complaints } = open;
      await page.waitForURL('**/settings/config');
      await page.getByRole('row', { name: /^Port/ }).waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      await page.getByRole('link', { name: 'Storage' }).click();
      await page.getByRole('row', { name: /^executions/ }).waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      await page.getByRole('link', { name: 'Fix patterns' }).click();
      await page.getByText('Suggested fix: The database has no connection left').waitFor();
      await assertAccessible(page);
      await assertFitsWidth(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('a pattern is tried while it is written, and what is wrong with it is said', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/settings/patterns`);
    const { page } = open;
    await page.getByText('The pattern of the log fits').waitFor();
    await page.getByLabel('Found in the log').fill('disk full');
    await page.getByText('The pattern of the log does not fit').waitFor();
    await page.getByLabel('Found in the log').fill('disk (full');
    await page.getByText(/pattern\.match\.logPattern is no regular expression/).waitFor();
    await assertAccessible(page);
    await page.getByLabel('Found in the log').fill('');
    await page.getByLabel('Exit code, or a range').fill('1-x');
    await page.getByText('Give a number such as 1').waitFor();
    await page.getByLabel('Exit code, or a range').fill('1-125');
    await page.getByText('The range of exit codes fits').waitFor();
    assert.match(
      await page.getByRole('region', { name: 'In spec.alerting' }).innerText(),
      /exitCodeRange:\s+min: 1\s+max: 125/,
    );
  });

  test('a recorded run lends its failure to the tester', async () => {
    await using open = await openPage(
      suite.browser,
      `${suite.world.origin}/settings/patterns?run=billing-invoice-export-0`,
    );
    const { page } = open;
    await page.getByText('The pattern of the log does not fit').waitFor();
    await page.getByLabel('Found in the log').fill('writing batch 12');
    await page.getByText('The pattern of the log fits').waitFor();
  });

  test('tell where each value came from, and no secret', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/settings/config`);
    const row = (name: RegExp) => open.page.getByRole('row', { name }).innerText();
    await open.page.getByRole('row', { name: /^Port/ }).waitFor();
    assert.match(await row(/^Port/), /9000\s+flag\s+--port\s+PUNCTUAL_PORT/);
    assert.match(await row(/^Cluster/), /\.kube\/staging\s+environment/);
    assert.match(await row(/^Log level/), /info\s+default/);
    assert.match(await row(/^Public URL/), /https:\/\/ada:\[secret\]@punctual\.example/);
    assert.equal((await open.page.content()).includes('hunter2'), false);
  });

  test('single keys and the theme are switched there too', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/settings/config`);
    const { page } = open;
    await page.getByLabel('Single keys are shortcuts').uncheck();
    await page.keyboard.press('?');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  });

  test('a prune counts first, and its confirmation names the number', async () => {
    await using own = await startWorld();
    await using open = await openPage(suite.browser, `${own.origin}/settings/storage`);
    const { page, complaints } = open;
    const before = (await own.store.stats()).executions;
    await page.getByLabel('Runs that ended more than').fill('2');
    await page.getByRole('button', { name: 'Count them' }).click();
    await page.getByText('Nothing was deleted yet.').waitFor();
    const remove = page.getByRole('button', { name: /^Delete \d+ runs…$/ });
    const found = Number(/\d+/.exec((await remove.textContent())!)![0]);
    assert.ok(found > 0);
    assert.equal((await own.store.stats()).executions, before);
    await remove.click();
    await page.getByRole('dialog', { name: `Delete ${found} runs?` }).waitFor();
    await settleAnimations(page);
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    assert.equal((await own.store.stats()).executions, before);
    await remove.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Delete ${found} runs` })
      .click();
    await page.getByText(`Deleted ${found} runs`).waitFor();
    assert.equal((await own.store.stats()).executions, before - found);
    assert.deepEqual(complaints, []);
  });

  test('numbers that were counted for another age cannot be confirmed', async () => {
    await using open = await openPage(suite.browser, `${suite.world.origin}/settings/storage`);
    const { page } = open;
    await page.getByLabel('Runs that ended more than').fill('2');
    await page.getByRole('button', { name: 'Count them' }).click();
    await page.getByRole('button', { name: /^Delete \d+ runs…$/ }).waitFor();
    await page.getByLabel('Runs that ended more than').fill('1');
    assert.equal(await page.getByRole('button', { name: /^Delete/ }).count(), 0);
    await page.getByLabel('Runs that ended more than').fill('soon');
    await page.getByText('Give a whole number of days').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Count them' }).isDisabled());
    await assertAccessible(page);
  });

  test('g and then t leads to them', async () => {
    await using open = await openPage(suite.browser, suite.world.origin);
    await open.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await open.page.keyboard.press('g');
    await open.page.keyboard.press('t');
    await open.page.waitForURL('**/settings/config');
  });
});
