import type { Page } from '@playwright/test';
import sharp, { type OutputInfo } from 'sharp';
import { cellOf } from '../runner/soak.ts';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import { pagesThatBeginWith } from '../support/content/fixture-site.ts';

/* Measures the contrast of text on a hero photo: on the real photo with its measured shade, and
   on the worst case, a white photo, with the default shade. WCAG 2.2, 1.4.3 asks for 4.5:1, and
   3:1 for large text. axe cannot measure text on images. */
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 767, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** WCAG's large text: 18 point. */
const LARGE_PX = 24;
/** Positions on the photo, and around the one where the bar becomes opaque. */
const SCROLL_POSITIONS = [0, 7, 9, 88];
const TEXTS = 'header a, header button, main h1, main h1 ~ a, main p:has(+ h1)';

interface Text {
  text: string;
  /** Red, green, blue. */
  color: number[];
  fontPx: number;
  box: { x: number; y: number; width: number; height: number };
}

for (const [index, { path }] of pagesThatBeginWith('hero').entries()) {
  test(`texts of ${path} have enough contrast on its photo and on a white one`, async ({
    page,
  }) => {
    for (const size of [cellOf(WINDOWS, index), cellOf(WINDOWS, index + 2)]) {
      await openAt(page, path, size);
      await expect(page.locator('[data-text-on] img').first()).toHaveJSProperty('complete', true);
      await expectLegible(page, `own photo at ${size.width} px`);
    }
    const white = { width: 16, height: 16, channels: 3, background: '#ffffff' } as const;
    const body = await sharp({ create: white }).png().toBuffer();
    await page.route('**/photos/**', (route) => route.fulfill({ contentType: 'image/png', body }));
    await openAt(page, path, cellOf(WINDOWS, index + 1));
    await page.locator('[data-text-on]').evaluate((frame) => {
      frame.setAttribute('data-text-on', '');
    });
    await expectLegible(page, 'white photo');
  });
}

test('a hero whose photo still loads is plain', async ({ page }) => {
  const [hero] = pagesThatBeginWith('hero');
  if (!hero) throw new Error('No page begins with a hero');
  // The photos never arrive.
  await page.route('**/photos/**', () => {});
  for (const size of [{ width: 390, height: 844 }, ...WINDOWS.slice(1)]) {
    await page.goto('about:blank');
    await page.setViewportSize(size);
    await page.goto(hero.path, { waitUntil: 'commit' });
    await expect(page.locator('[data-text-on] img').first()).toBeAttached();
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        ':is(header, [data-text-on]) :is(h1, p, a, button, span) { visibility: hidden }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    const photo = await page.locator('[data-text-on] img').first().boundingBox();
    if (!photo) throw new Error('No box');
    const clip = { ...photo, height: Math.min(photo.height, size.height - photo.y) };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    // Blending may round by a few levels; the band of a shade is 10 and more.
    const range = Math.max(...channels.map(({ min, max }) => max - min));
    expect(range, `at ${size.width} px`).toBeLessThanOrEqual(4);
  }
});

/**
 * Resizes before opening the page, because an open page would preload another photo and never show
 * it.
 */
async function openAt(page: Page, path: string, size: (typeof WINDOWS)[number]) {
  await page.goto('about:blank');
  await page.setViewportSize(size);
  await openPage(page, path);
}

async function expectLegible(page: Page, where: string) {
  for (const top of SCROLL_POSITIONS) {
    await page.evaluate(async (to) => {
      document.adoptedStyleSheets = [];
      window.scrollTo({ top: to, behavior: 'instant' });
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }, top);
    const texts = await readTexts(page);
    expect(texts.length).toBeGreaterThanOrEqual(3);
    const screenshot = sharp(await screenshotOf(page)).removeAlpha();
    const { data, info } = await screenshot.raw().toBuffer({ resolveWithObject: true });
    for (const { text, color, fontPx, box } of texts) {
      const ratio = contrast(color, data, info, box);
      const minimum = fontPx >= LARGE_PX ? 3 : 4.5;
      expect(ratio, `'${text}', ${where}, scrolled ${top}`).toBeGreaterThanOrEqual(minimum);
    }
  }
}

/** Reads the texts, then makes them transparent, so that their background can be measured. */
function readTexts(page: Page): Promise<Text[]> {
  return page.evaluate((selector) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('No canvas');
    const elements = [...document.querySelectorAll(selector)].filter(
      (element) => element.checkVisibility() && element.textContent.trim() !== '',
    );
    const texts = elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { x, y, width, height } = range.getBoundingClientRect();
      const { color, fontSize } = getComputedStyle(element);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return {
        text: element.textContent.trim(),
        color: [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3),
        fontPx: Number.parseFloat(fontSize),
        box: { x, y, width, height },
      };
    });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`header *, ${selector} { color: transparent !important }`);
    document.adoptedStyleSheets = [sheet];
    return texts;
  }, TEXTS);
}

/** Bypasses Playwright, whose PNG compression takes longer than the rest of the test. */
async function screenshotOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** Minimum contrast of a colour with the pixels of a region (WCAG 2.2, 'contrast ratio'). */
function contrast(color: number[], data: Buffer, image: OutputInfo, box: Text['box']) {
  const textLuminance = luminance(color, 0);
  let minimum = 21;
  const bottom = Math.min(Math.ceil(box.y + box.height), image.height);
  const right = Math.min(Math.ceil(box.x + box.width), image.width);
  for (let row = Math.max(0, Math.floor(box.y)); row < bottom; row++) {
    for (let column = Math.max(0, Math.floor(box.x)); column < right; column++) {
      const ground = luminance(data, (row * image.width + column) * image.channels);
      const ratio =
        (Math.max(textLuminance, ground) + 0.05) / (Math.min(textLuminance, ground) + 0.05);
      minimum = Math.min(minimum, ratio);
    }
  }
  return minimum;
}

/** WCAG 2.2, 'relative luminance', of the sRGB colour at an index. */
function luminance(colors: ArrayLike<number>, at: number): number {
  const linear = (channel: number) => LINEAR[colors[at + channel] ?? 0] ?? 0;
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

const LINEAR = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});
