import { test as base, expect, type Page } from '@playwright/test';
import { type ExampleServer, startExampleServer } from '../examples/example-server.ts';

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

export async function openExample(page: Page, example: string, query = ''): Promise<void> {
  await page.goto(`/?example=${example}${query}`);
  await page.locator('#example > *').first().waitFor();
}

/** Opens an example whose timers run only when the test says so. */
export async function openWithFrozenClock(page: Page, example: string, query = ''): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(new Date(NOON.getTime() + 1));
  await openExample(page, example, query);
}

/** The slide that is shown: 'Foto 2 van 5'. */
export function shownSlide(page: Page, within = '') {
  return page.locator(`${within} [data-role="shown"]`);
}

export async function expectShown(page: Page, index: number, count: number, within = '') {
  await expect(shownSlide(page, within)).toHaveAttribute(
    'aria-label',
    `Foto ${index} van ${count}`,
  );
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
