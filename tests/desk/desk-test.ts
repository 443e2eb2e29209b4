import { type BrowserContext, expect, type FrameLocator, type Page } from '@playwright/test';
import { breaches } from '../support/accessibility.ts';
import { workerTest } from '../support/browser-test.ts';
import type { RunningDesk } from '../support/running-desk.ts';

/**
 * A test at the worker's desk, opened on the first day; a message on the console or a call to
 * elsewhere fails it.
 */
export const test = workerTest.extend<{ desk: RunningDesk }>({
  locale: 'nl-BE',
  viewport: { width: 1280, height: 720 },
  desk: async ({ page, context, deskKeeper }, use) => {
    const desk = await deskKeeper.fresh();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
        complaints.push(request.url());
    });
    await page.goto(desk.address);
    await expect(page.getByRole('status').first()).toHaveText('Alles is bewaard');
    await use(desk);
    await leave(context, desk);
    expect(complaints).toEqual([]);
  },
});

/** Until the desk has done all that it was asked: nothing of it comes after the next test has begun. */
async function leave(context: BrowserContext, { address, isOver }: RunningDesk): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  if (isOver()) return;
  // What writes is done in turn, and this is the last.
  const headers = { origin: new URL(address).origin };
  await context.request.delete(new URL('/api/draft', address).href, { headers });
}

export { expect } from '@playwright/test';

/** Goes to a place of the desk by its address. */
export async function go(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${place}`);
}

/** The page that is edited, in its frame. */
export function canvasOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="De pagina"]');
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bewaar', exact: true }).click();
  await expect(page.getByRole('status').first()).toHaveText('Alles is bewaard');
}

/**
 * Nothing breaks the rules of accessibility, on the screen and in the page beside it.
 *
 * @param part a selector: what alone is new on a screen that was looked at before
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const looked = part ? [page.mainFrame()] : page.frames();
  for (const frame of looked) expect(await breaches(frame, part), frame.url()).toEqual([]);
}
