import { MEDIA } from '../../site/size-classes.ts';
import { expect, openExample, test } from './examples.ts';

/** What holds at each edge and beside it (specification, section 4; decisions, 'Size classes'). */
const CLASSES_AT: Record<number, (keyof typeof MEDIA)[]> = {
  766: ['mobile', 'mobileByText', 'belowDesktop', 'narrowLayout'],
  767: [
    'handheld',
    'handheldLayout',
    'notMobile',
    'notMobileByText',
    'belowDesktop',
    'narrowLayout',
  ],
  1280: [
    'handheld',
    'handheldLayout',
    'notMobile',
    'notMobileByText',
    'belowDesktop',
    'narrowLayout',
  ],
  1281: ['handheldLayout', 'notMobile', 'notMobileByText', 'desktop', 'narrowLayout'],
  1282: ['notMobile', 'notMobileByText', 'desktop', 'wideLayout'],
};

for (const [width, expected] of Object.entries(CLASSES_AT)) {
  test(`at ${width} px a browser is in ${expected.join(', ')}`, async ({ page }) => {
    await page.setViewportSize({ width: Number(width), height: 700 });
    await openExample(page, 'hero');
    const matching = await page.evaluate(
      (media) =>
        Object.entries(media).flatMap(([name, query]) => (matchMedia(query).matches ? name : [])),
      MEDIA,
    );
    expect(matching).toEqual(expected);
  });
}

for (const width of [360, 766, 767, 1281, 1440]) {
  test(`hero and gallery keep their shape and scroll nothing sideways at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openExample(page, 'two');
    const hero = await page.locator('.hero > div').boundingBox();
    expect(hero?.width).toBe(width);
    expect(hero?.height).toBeCloseTo(800 * 0.88);
    const gallery = await page.locator('.small > div').boundingBox();
    expect((gallery?.width ?? 0) / (gallery?.height ?? 1)).toBeCloseTo(4 / 3, 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
