import type { Page } from '@playwright/test';
import { expect } from './browser-test.ts';

/** An arbitrary time for the page's clock. */
const NOON = new Date('2026-05-04T12:00:00');
/** Long enough for the two timers that detect the first paint. */
const FIRST_PAINT_MS = 50;

/** Opens a page with a stopped clock, before any timer of a carousel has run. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(new Date(NOON.getTime() + 60_000));
  await page.goto(path);
  await page.clock.runFor(FIRST_PAINT_MS);
  await expect(page.locator('html')).toHaveAttribute('data-started', '');
  await effectsHaveRun(page);
}

/**
 * Waits for React's effects, which start our timers. React runs them in a separate task after an
 * update; advancing the clock before that would miss the timers.
 */
export async function effectsHaveRun(page: Page) {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });
}

/** Slows animations down, so that they can be observed. */
export async function slowDownAnimations(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
}
