import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { PAGE_PATHS } from '../../site/routes.ts';
import { expect, openPage, paintedColor, test } from '../support/browser-test.ts';

/*
 * Words on a hero's photo, over the worst photo a caterer could choose: a white one. WCAG 2.2,
 * 1.4.3: 4.5:1, and 3:1 for large text. Rules that read styles (axe) cannot see what lies beneath.
 */
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 767, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** WCAG's 18 point. */
const LARGE_PX = 24;
/** Before, at and after the place where the bar turns from photo to linen; each can be rested at. */
const SCROLLED_PX = [0, 7, 9, 44, 88];

interface Words {
  text: string;
  /** Red, green, blue. */
  color: number[];
  fontPx: number;
  box: { x: number; y: number; width: number; height: number };
}

for (const path of [
  PAGE_PATHS.home,
  PAGE_PATHS.feesten,
  PAGE_PATHS.bedrijfsfeest,
  PAGE_PATHS.schoolcatering,
]) {
  test(`${path}: bar and hero are legible on a white photo`, async ({ page }) => {
    const white = await sharp({
      create: { width: 16, height: 16, channels: 3, background: '#ffffff' },
    })
      .png()
      .toBuffer();
    await page.route('**/photos/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: white }),
    );
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await openPage(page, path);
      for (const scrolled of SCROLLED_PX) {
        await scrollTo(page, scrolled);
        for (const words of await readWords(page)) {
          const least = words.fontPx >= LARGE_PX ? 3 : 4.5;
          const ratio = contrast(words.color, await groundsOf(page, words.box));
          const where = `'${words.text}' at ${size.width} px, scrolled ${scrolled}`;
          expect(ratio, where).toBeGreaterThanOrEqual(least);
        }
        await page.evaluate(() => {
          document.adoptedStyleSheets = [];
        });
      }
    }
  });
}

test('the focus ring is light while it lies on a photo', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(PAGE_PATHS.home);
  const ringOf = async (link: Locator) => {
    await link.focus();
    return luminance((await paintedColor(link, 'outlineColor')).slice(0, 3));
  };
  const paper = luminance([255, 253, 248]);
  const navigation = page.getByRole('navigation', { name: 'Hoofdnavigatie' });
  expect(await ringOf(navigation.getByRole('link').nth(1))).toBeCloseTo(paper, 2);
  expect(await ringOf(page.getByRole('link', { name: 'Over ons' }))).toBeCloseTo(paper, 2);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => ringOf(navigation.getByRole('link').nth(1))).toBeLessThan(paper / 2);
});

async function scrollTo(page: Page, top: number) {
  await page.evaluate(async (to) => {
    window.scrollTo({ top: to, behavior: 'instant' });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, top);
}

/** What is written there; then takes the writing away, so that the ground can be seen. */
async function readWords(page: Page): Promise<Words[]> {
  const words = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const pixelOf = (color: string) => {
      if (!canvas) throw new Error('No canvas');
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const elements = document.querySelectorAll('header a, header button, main h1, main h1 ~ a');
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
    sheet.replaceSync('header *, main h1, main h1 ~ a { color: transparent !important }');
    document.adoptedStyleSheets = [sheet];
  });
  return words;
}

/** Relative luminances of the darkest and the brightest pixel in a part of the window. */
async function groundsOf(page: Page, clip: Words['box']): Promise<[number, number]> {
  const pixels = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  const grounds: number[] = [];
  for (let at = 0; at < pixels.length; at += 3) {
    grounds.push(luminance([...pixels.subarray(at, at + 3)]));
  }
  grounds.sort((one, other) => one - other);
  return [grounds[0] ?? 0, grounds.at(-1) ?? 1];
}

/** Contrast of a colour with the worst of its grounds (WCAG 2.2, 'contrast ratio'). */
function contrast(color: number[], grounds: [number, number]): number {
  const own = luminance(color);
  const ratios = grounds.map(
    (ground) => (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05),
  );
  return Math.min(...ratios);
}

/** WCAG 2.2, 'relative luminance', of a colour in sRGB. */
function luminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
