import type { CDPSession, Page } from '@playwright/test';
import type { ExampleName } from '../examples/examples.tsx';
import { expect, messages, openExample, test } from './examples.ts';

const { carousel, shell } = messages;
const TIMES = 50;

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

async function expectNothingLeft(
  page: Page,
  example: ExampleName,
  once: (page: Page) => Promise<void>,
) {
  await countTimers(page);
  await openExample(page, example);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  // The first times fill caches: of the browser, of React, of the engine.
  for (let time = 0; time < 5; time++) await once(page);
  const before = await held(session, page);
  for (let time = 0; time < TIMES; time++) await once(page);
  await expect
    .poll(async () => (await held(session, page)).timers)
    .toBeLessThanOrEqual(before.timers);
  const after = await held(session, page);
  expect(after.listeners - before.listeners, 'listeners').toBeLessThan(TIMES / 2);
  expect(after.nodes - before.nodes, 'nodes').toBeLessThan(TIMES / 2);
}

test.describe(`opened and closed ${TIMES} times, nothing is left of`, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test.slow();

  test('the large dialog', async ({ page }) => {
    await expectNothingLeft(page, 'gallery', async () => {
      await page.getByRole('button', { name: carousel.enlarge }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: carousel.next }).press('Enter');
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);
    });
  });

  test('the privacy dialog', async ({ page }) => {
    await expectNothingLeft(page, 'privacy', async () => {
      await page.getByRole('link', { name: shell.privacy }).press('Enter');
      await page.frameLocator('iframe').getByRole('heading').waitFor();
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);
    });
  });

  test('a hero that comes and goes', async ({ page }) => {
    await expectNothingLeft(page, 'removable', async () => {
      await page.getByRole('button', { name: 'Wissel' }).press('Enter');
      await page.locator('[data-role="shown"]').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Wissel' }).press('Enter');
      await page.locator('[data-role="shown"]').waitFor();
    });
  });
});
