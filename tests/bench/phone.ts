import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

/** How long a page is observed after its load event. */
const OBSERVE_MS = 1500;

/**
 * The phone that Lighthouse emulates, with 1.6 Mbit/s, a latency of 150 ms and a processor that is
 * four times slower.
 */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath)
    throw new Error('No Chromium is installed: run npm test once, which installs one');
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}

interface Vitals {
  largestPaintMs: number;
  longestTaskMs: number;
  /** The cumulative layout shift. */
  layoutShift: number;
}

export interface Visit extends Vitals {
  /** Compressed bytes on the network during the visit. */
  kilobytes: number;
}

/**
 * Makes a first visit on a slow phone with an empty cache. The visit ends 1.5 s after the page has
 * loaded.
 */
export async function visitOnce(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(observeVitals);
  await page.goto(url, { waitUntil: 'load', timeout: 20_000 });
  await page.waitForTimeout(OBSERVE_MS);
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
  await context.close();
  return { ...vitals, kilobytes: bytes / 1000 };
}

/** This runs in the page, before its own scripts. */
function observeVitals() {
  const vitals: Vitals = { largestPaintMs: 0, layoutShift: 0, longestTaskMs: 0 };
  Object.assign(window, { vitals });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe('largest-contentful-paint', (entry) => {
    vitals.largestPaintMs = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    vitals.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  });
  observe('longtask', ({ duration }) => {
    vitals.longestTaskMs = Math.max(vitals.longestTaskMs, duration);
  });
}
