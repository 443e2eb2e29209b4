import {
  test as base,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type Route,
} from '@playwright/test';
import { SITE_DIR } from '../content/fixture-site.ts';
import { type SiteServer, startSiteServer } from '../servers/site-server.ts';

/** A made-up host that a test may map to this machine. */
export const OTHER_HOST = 'mesange.test';

/** For `test.use(inMotion)`: removes the reduced motion that `playwright.config.ts` sets. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/**
 * One real server per worker, with the fixture's site. Tests that add worker fixtures or set
 * `launchOptions` get a worker of their own, with another browser and server.
 */
export const workerTest = base.extend<object, { site: SiteServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the pattern tells Playwright what it needs
    async ({}, use) => {
      const site = await startSiteServer({ siteDir: SITE_DIR });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

/**
 * A test with that server as `baseURL`. It fails if the page logs an error or a warning, throws, or
 * sends a request to another host.
 */
export const test = workerTest.extend<{ watch: { allow(pattern: RegExp): void } }>({
  baseURL: async ({ site }, use) => use(site.url),
  watch: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      // The browser logs these messages when a page is left before its cross-fade has begun.
      const allowed: RegExp[] = [/Transition was (aborted|skipped)/, /ViewTransition opt-in/];
      const complain = (text: string) => {
        if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
      };
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
      });
      page.on('pageerror', (error) => complain(String(error)));
      page.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol.startsWith('http') && hostname !== 'localhost') {
          complain(`request to ${request.url()}`);
        }
      });
      await use({ allow: (pattern) => allowed.push(pattern) });
      if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/**
 * Opens a page in a browser of its own, for the duration of `use`.
 *
 * @param args arguments of the browser, besides the usual ones
 */
export async function withPageOfOwnBrowser(
  {
    playwright,
    launchOptions,
  }: Pick<PlaywrightWorkerArgs & PlaywrightWorkerOptions, 'playwright' | 'launchOptions'>,
  args: string[],
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const all = [...(launchOptions.args ?? []), ...args];
  const browser = await playwright.chromium.launch({ ...launchOptions, args: all });
  await use(await browser.newPage());
  await browser.close();
}

/** Holds requests until the returned function is called, which then handles them. */
export async function holdRoute(
  page: Page,
  url: string | RegExp,
  handle = (route: Route) => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await handle(route);
  });
  return resolve;
}

/** Loads a page and waits until its islands are hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('data-started', '');
}

/** Records the layout shifts of pages opened later; returns those of the current page. */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as unknown as { value: number }).value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}
