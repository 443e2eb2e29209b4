import {
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
} from '@playwright/test';
import { SITE_DIR } from './site.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';

/** A made-up host that a test may map to this machine. */
export const OTHER_HOST = 'mesange.test';

/** `test.use(inMotion)`: for visitors who did not ask for reduced motion (`playwright.config.ts` does). */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/**
 * What a worker of the browser tests keeps: one real server over the tests' caterer, from
 * the first test that asks for it. Every test extends this one, and none adds a fixture of scope 'worker' or sets
 * `launchOptions`: Playwright begins a new worker for each set of those, with a new browser and a
 * new server, five seconds of processor time in all.
 */
export const workerTest = base.extend<object, { site: SiteServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const site = await startSiteServer({ siteDir: SITE_DIR });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

/**
 * A test whose `baseURL` leads to that server. Every page is watched: an error or a warning on its
 * console, an uncaught exception, or a request to another host fails the test.
 */
export const test = workerTest.extend<{ watch: { allow(pattern: RegExp): void } }>({
  baseURL: async ({ site }, use) => use(site.url),
  watch: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      // The browser's own word when somebody moves on before a cross-fade began; nothing is lost.
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
 * A page in a browser of its own, which was started with these arguments besides the usual ones.
 *
 * @param options the page's; none of the test's own `use` unless named here
 */
export async function usePageOfOwnBrowser(
  {
    playwright,
    launchOptions,
  }: Pick<PlaywrightWorkerArgs & PlaywrightWorkerOptions, 'playwright' | 'launchOptions'>,
  args: string[],
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const all = [...(launchOptions.args ?? []), ...args];
  const browser = await playwright.chromium.launch({ ...launchOptions, args: all });
  await use(await browser.newPage(options));
  await browser.close();
}

/** Loads a page and waits until script has taken it over. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('data-started', '');
}

/** Notes every layout shift of the pages opened from now on; returns those of the page now open. */
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

/**
 * A colour as it is painted, however the browser writes it down.
 *
 * @param pseudo an element of it that only CSS makes: '::before'
 * @returns red, green, blue and opacity, each 0 to 255
 */
export function paintedColor(
  element: Locator,
  property: 'color' | 'backgroundColor' | 'outlineColor',
  pseudo?: string,
): Promise<number[]> {
  return element.evaluate(
    (node, [name, part]) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) throw new Error('No canvas');
      canvas.fillStyle = getComputedStyle(node, part)[name];
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    },
    [property, pseudo] as const,
  );
}
