import type { CDPSession, Page } from '@playwright/test';
import { count } from '../soak.ts';
import { expect, openPage, test } from '../support/browser-test.ts';
import { homePath, words } from '../support/site.ts';
import { dialog, enlarge, gallery, next } from './carousel-page.ts';

const TIMES = count(8);

/** What the page holds on to, after the garbage is gone. */
async function held(session: CDPSession, page: Page) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    listeners: value('JSEventListeners'),
    nodes: value('Nodes'),
    timers: await page.evaluate(
      () => (window as unknown as { openTimers: Set<number> }).openTimers.size,
    ),
  };
}

/** Counts timers that are set and neither run nor cleared. */
async function countTimers(page: Page) {
  await page.addInitScript(() => {
    const open = new Set<number>();
    Object.assign(window, { openTimers: open });
    const { setTimeout, clearTimeout } = window;
    window.setTimeout = ((run: () => void, ms: number) => {
      const id = setTimeout(() => {
        open.delete(id);
        run();
      }, ms);
      open.add(id);
      return id;
    }) as typeof window.setTimeout;
    window.clearTimeout = (id) => {
      open.delete(Number(id));
      clearTimeout(id);
    };
  });
}

async function expectNothingLeft(page: Page, path: string, once: () => Promise<void>) {
  await countTimers(page);
  await openPage(page, path);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  // The first times fill caches: of the browser, of React, of the engine.
  for (let time = 0; time < 4; time++) await once();
  const before = await held(session, page);
  for (let time = 0; time < TIMES; time++) await once();
  await expect
    .poll(async () => (await held(session, page)).timers)
    .toBeLessThanOrEqual(before.timers);
  // A leak leaves one each time and for good; what a picture still loads is let go of in a moment.
  await expect
    .poll(async () => (await held(session, page)).listeners - before.listeners, 'listeners')
    .toBeLessThan(TIMES / 2);
  await expect
    .poll(async () => (await held(session, page)).nodes - before.nodes, 'nodes')
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
