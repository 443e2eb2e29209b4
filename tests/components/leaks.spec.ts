import type { CDPSession, Page } from '@playwright/test';
import { count } from '../soak.ts';
import { expect, openPage, test } from '../support/browser-test.ts';
import { homePath, words } from '../support/site.ts';
import { dialog, enlarge, gallery, next } from './carousel-page.ts';

const TIMES = count(8);

/** Listeners and nodes after garbage collection. */
async function held(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    listeners: value('JSEventListeners'),
    nodes: value('Nodes'),
  };
}

async function expectNothingLeft(page: Page, path: string, once: () => Promise<void>) {
  await openPage(page, path);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  // Warm-up for the caches of browser, React and engine.
  for (let time = 0; time < 4; time++) await once();
  const before = await held(session);
  for (let time = 0; time < TIMES; time++) await once();
  // A leak adds one per run permanently; a loading picture is released soon.
  await expect
    .poll(async () => (await held(session)).listeners - before.listeners, 'listeners')
    .toBeLessThan(TIMES / 2);
  await expect
    .poll(async () => (await held(session)).nodes - before.nodes, 'nodes')
    .toBeLessThan(TIMES / 2);
}

test.describe(`opened and closed ${TIMES} times, nothing is left of`, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test.slow();

  test('the large dialog', async ({ page }) => {
    await expectNothingLeft(page, '/stijl-gallery-five', async () => {
      await enlarge(gallery(page)).press('Enter');
      await next(dialog(page)).press('Enter');
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);
    });
  });

  test('the privacy dialog', async ({ page }) => {
    await expectNothingLeft(page, homePath, async () => {
      await page.getByRole('link', { name: words.shell.privacy }).press('Enter');
      await page.frameLocator('iframe').getByRole('heading').first().waitFor();
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);
    });
  });
});
