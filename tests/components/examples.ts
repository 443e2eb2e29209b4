import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { parse } from 'yaml';
import type { Messages } from '../../site/content.ts';
import { fillIn } from '../../site/shared-content.tsx';
import { type ExampleServer, startExampleServer } from '../examples/example-server.ts';
import type { ExampleName } from '../examples/examples.tsx';

/** The words of the site: a caterer may change them without failing a test. */
export const messages: Messages = parse(readFileSync('content/messages.yaml', 'utf8'));

/** 'Foto 2 van 5' */
export function positionLabel(index: number, count: number): string {
  return fillIn(messages.carousel.position, { index, count });
}

/** A test on the page of examples; whatever its console complains about fails it. */
export const test = base.extend<
  { complaints: { expect(pattern: RegExp): void } },
  { examples: ExampleServer }
>({
  examples: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const server = await startExampleServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ examples }, use) => use(examples.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const expected: RegExp[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(message.text());
        }
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await use({ expect: (pattern) => expected.push(pattern) });
      expect(complaints.filter((text) => !expected.some((one) => one.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** A moment to set the page's clock to; only that it stands still matters. */
const NOON = new Date('2026-05-04T12:00:00');

export async function openExample(page: Page, example: ExampleName, query = ''): Promise<void> {
  await page.goto(`/${example}.html${query}`);
  await page.locator('html[data-started]').waitFor({ state: 'attached' });
}

/** Opens an example whose timers run only when the test says so. */
export async function openWithFrozenClock(
  page: Page,
  example: ExampleName,
  query = '',
): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(new Date(NOON.getTime() + 60_000));
  await openExample(page, example, query);
  await effectsHaveRun(page);
}

/**
 * React runs effects, which start our timers, in a task of its own after the page has changed. The
 * clock must not be moved before: a few messages later they have run.
 */
async function effectsHaveRun(page: Page) {
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

/** The slide that is shown, in the part of the page a selector names. */
export function shownSlide(page: Page, within = '') {
  return page.locator(`${within} [data-role="shown"]`);
}

export async function expectShown(page: Page, index: number, count: number, within = '') {
  await effectsHaveRun(page);
  await expect(shownSlide(page, within)).toHaveAttribute('aria-label', positionLabel(index, count));
  await effectsHaveRun(page);
}

/** The picture is shown, and no other is on its way: nothing was asked for that has yet to load. */
export async function expectAtRest(page: Page, index: number, count: number) {
  await expectShown(page, index, count);
  await expect(page.locator('[data-role]')).toHaveCount(1);
  await expectShown(page, index, count);
}

/** The next picture has loaded, so that from here on only the clock decides when it is shown. */
export async function nextIsLoaded(page: Page) {
  const image = page.locator('[data-role="upcoming"] img');
  await image.evaluate((one) => (one as HTMLImageElement).decode());
  await effectsHaveRun(page);
}

/** Names of the pictures the page asks for, as it does: 'foto-2'. */
export function pictureRequests(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const name = /\/photos\/(\w+-\d+)-/.exec(request.url())?.[1];
    if (name) names.add(name);
  });
  return names;
}

/** So that there is time to look at a cross-fade. */
export async function slowDownAnimations(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
}
