import type { Page } from '@playwright/test';
import { expect } from '../support/browser-test.ts';

/** A moment to set the page's clock to; only that it stands still matters. */
const NOON = new Date('2026-05-04T12:00:00');
/** Long enough for the two timers that the first paint is told by. */
const FIRST_PAINT_MS = 50;

/** Opens a page whose timers run only when the test says so: none of a carousel's has run yet. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(new Date(NOON.getTime() + 60_000));
  await page.goto(path);
  await page.clock.runFor(FIRST_PAINT_MS);
  await expect(page.locator('html')).toHaveAttribute('data-started', '');
  await effectsHaveRun(page);
}

/**
 * React runs effects, which start our timers, in a task of its own after the page has changed. The
 * clock must not be moved before: a few messages later they have run.
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

/** So that there is time to look at an animation. */
export async function slowDownAnimations(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
}
