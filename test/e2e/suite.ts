import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { buildDashboard } from './dashboard.ts';
import { startWorld, type World } from './world.ts';

/** What the tests of a suite share; there from the first test on. */
export interface Suite {
  readonly browser: Browser;
  readonly world: World;
}

/**
 * Builds the dashboard, starts a browser and a world for the suite in which it is called, and ends them
 * with it. `more` CronJobs are in the world beside its usual ones.
 */
export function dashboardSuite(more = 0): Suite {
  let suite: Suite | null = null;
  before(async () => {
    buildDashboard();
    const [browser, world] = await Promise.all([launchChromium(), startWorld(more)]);
    suite = { browser, world };
  });
  after(async () => {
    await suite?.browser.close();
    await suite?.world[Symbol.asyncDispose]();
  });
  return {
    get browser() {
      return suite!.browser;
    },
    get world() {
      return suite!.world;
    },
  };
}
