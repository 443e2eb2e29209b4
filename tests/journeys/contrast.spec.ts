import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { cellOf } from '../soak.ts';
import { expect, openPage, test } from '../support/browser-test.ts';
import { pagesThatBeginWith } from '../support/site.ts';

/*
 * Contrast of text on a hero photo: on the real photo with its measured shade, and on the worst
 * case, a white photo, with the default shade. WCAG 2.2, 1.4.3: 4.5:1, and 3:1 for large text. axe
 * cannot measure text on images.
 */
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 767, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** WCAG's large text: 18 point. */
const LARGE_PX = 24;
/** Scroll positions: on the photo, and around the point where the bar becomes opaque. */
const TURNS_PX = [
  [0, 9, 88],
  [0, 7, 44],
];

interface Words {
  text: string;
  /** Red, green, blue. */
  color: number[];
  fontPx: number;
  box: { x: number; y: number; width: number; height: number };
}

for (const [index, { path }] of pagesThatBeginWith('hero').entries()) {
  const windows = [cellOf(WINDOWS, index), cellOf(WINDOWS, index + 2)];
  const onWhite = [cellOf(WINDOWS, index + 1)];

  test(`${path}: bar and hero are legible on their photo and on a white one`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const size of windows) {
      await resize(page, size);
      await openPage(page, path);
      await expect(page.locator('[data-words-on] img').first()).toHaveJSProperty('complete', true);
      await expectLegible(page, `own photo at ${size.width} px`);
    }
    const white = await sharp({
      create: { width: 16, height: 16, channels: 3, background: '#ffffff' },
    })
      .png()
      .toBuffer();
    await page.route('**/photos/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: white }),
    );
    for (const size of onWhite) {
      await resize(page, size);
      await openPage(page, path);
      await page.locator('[data-words-on]').evaluate((frame) => {
        frame.setAttribute('data-words-on', '');
      });
      await expectLegible(page, `white photo at ${size.width} px`);
    }
  });
}

/** Resizes with no page open, because a resized page preloads a photo that it never shows. */
async function resize(page: Page, size: (typeof WINDOWS)[number]) {
  await page.goto('about:blank');
  await page.setViewportSize(size);
}

async function expectLegible(page: Page, where: string) {
  const turn = WINDOWS.findIndex(({ width }) => width === page.viewportSize()?.width) >> 1;
  for (const scrolled of cellOf(TURNS_PX, turn)) {
    await scrollTo(page, scrolled);
    const written = await readWords(page);
    const groundsOf = await readGrounds(page);
    for (const words of written) {
      const least = words.fontPx >= LARGE_PX ? 3 : 4.5;
      const ratio = contrast(words.color, groundsOf(words.box));
      const what = `'${words.text}', ${where}, scrolled ${scrolled}`;
      expect(ratio, what).toBeGreaterThanOrEqual(least);
    }
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  }
}

async function scrollTo(page: Page, top: number) {
  await page.evaluate(async (to) => {
    window.scrollTo({ top: to, behavior: 'instant' });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, top);
}

/** Reads the texts, then hides them, so that the background can be measured. */
async function readWords(page: Page): Promise<Words[]> {
  const words = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const pixelOf = (color: string) => {
      if (!canvas) throw new Error('No canvas');
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const elements = document.querySelectorAll(
      'header a, header button, main h1, main h1 ~ a, main p:has(+ h1)',
    );
    return [...elements]
      .filter((element) => element.checkVisibility() && element.textContent.trim() !== '')
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { x, y, width, height } = range.getBoundingClientRect();
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        const { color, fontSize } = getComputedStyle(text?.parentElement ?? element);
        return {
          text: element.textContent.trim(),
          color: pixelOf(color),
          fontPx: Number.parseFloat(fontSize),
          box: { x, y, width, height },
        };
      });
  });
  expect(words.length).toBeGreaterThanOrEqual(3);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'header *, main h1, main h1 ~ a, main p:has(+ h1) { color: transparent !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  return words;
}

/**
 * Takes a screenshot.
 *
 * @returns a function that returns the minimum and maximum relative luminance of a region
 */
async function readGrounds(page: Page) {
  const { data, info } = await sharp(await screenshotOf(page))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return ({ x, y, width, height }: Words['box']): [number, number] => {
    let [darkest, brightest] = [1, 0];
    const bottom = Math.min(Math.ceil(y + height), info.height);
    const right = Math.min(Math.ceil(x + width), info.width);
    for (let row = Math.max(0, Math.floor(y)); row < bottom; row++) {
      for (let column = Math.max(0, Math.floor(x)); column < right; column++) {
        const at = (row * info.width + column) * info.channels;
        const ground = luminance(data, at);
        darkest = Math.min(darkest, ground);
        brightest = Math.max(brightest, ground);
      }
    }
    return [darkest, brightest];
  };
}

/** Bypasses Playwright, whose PNG compression takes longer than the rest of the test. */
async function screenshotOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** Minimum contrast of a colour with its backgrounds (WCAG 2.2, 'contrast ratio'). */
function contrast(color: number[], grounds: [number, number]): number {
  const own = luminance(color);
  const ratios = grounds.map(
    (ground) => (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05),
  );
  return Math.min(...ratios);
}

/** WCAG 2.2, 'relative luminance', of a colour in sRGB: red, green and blue from there on. */
function luminance(colors: ArrayLike<number>, at = 0): number {
  const part = (channel: number) => LINEAR[colors[at + channel] ?? 0] ?? 0;
  return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
}

/** Linear light of each channel value, 0 to 1. */
const LINEAR = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});
