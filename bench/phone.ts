import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';

/** How long a page is watched after its load event, in milliseconds. */
const WATCHED_MS = 1500;

export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium: run npm test once, it installs one');
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}

export interface SlowPage {
  page: Page;
  devtools: CDPSession;
  context: BrowserContext;
}

/** A phone as Lighthouse has it: 1.6 Mbit/s, 150 ms, a processor four times slower; nothing cached. */
export async function openPhone(
  browser: Browser,
  line: 'slow' | 'local' = 'slow',
): Promise<SlowPage> {
  // A peer's certificate is its own.
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (line === 'slow') {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { page, devtools, context };
}

export interface Vitals {
  largestPaintMs: number;
  layoutShift: number;
  longestTaskMs: number;
  /** Of each touch that took longer than 16 ms, until the next frame. */
  touchesMs: number[];
}

/** Collects the vitals of every page that is opened from now on; read them by `readVitals`. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals: Vitals = { largestPaintMs: 0, layoutShift: 0, longestTaskMs: 0, touchesMs: [] };
    Object.assign(window, { vitals });
    const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        ...more,
      });
    watch('largest-contentful-paint', (entry) => {
      vitals.largestPaintMs = entry.startTime;
    });
    watch('layout-shift', (entry) => {
      vitals.layoutShift += (entry as PerformanceEntry & { value: number }).value;
    });
    watch('longtask', ({ duration }) => {
      vitals.longestTaskMs = Math.max(vitals.longestTaskMs, duration);
    });
    const isTouch = (entry: PerformanceEntry) =>
      (entry as PerformanceEntry & { interactionId: number }).interactionId > 0;
    watch('event', (entry) => isTouch(entry) && vitals.touchesMs.push(entry.duration), {
      durationThreshold: 16,
    });
  });
}

export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
}

/** What a first visit to a page shows of it. */
export interface Visit extends Pick<Vitals, 'largestPaintMs' | 'longestTaskMs'> {
  /** On the line, until it is idle. */
  kilobytes: number;
}

/** A first visit with {@link openPhone}, watched until the page is idle. */
export async function visitOnce(browser: Browser, url: string): Promise<Visit> {
  const { page, devtools, context } = await openPhone(browser);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await watchVitals(page);
  await page.goto(url, { waitUntil: 'load', timeout: 20_000 });
  await page.waitForTimeout(WATCHED_MS);
  const { largestPaintMs, longestTaskMs } = await readVitals(page);
  await context.close();
  return { largestPaintMs, longestTaskMs, kilobytes: bytes / 1000 };
}
