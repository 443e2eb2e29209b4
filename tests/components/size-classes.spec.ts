import { expect, test } from '../support/browser-test.ts';
import { homePath } from '../support/site.ts';
import { MEDIA } from './size-classes.ts';

const MOBILE = ['mobile', 'mobileByText', 'belowDesktop', 'narrowLayout'];
const HANDHELD = ['handheld', 'handheldLayout', 'notMobile', 'notMobileByText'];

/** What holds at each edge and beside it (specification, section 4; decisions, 'Size classes'). */
const CLASSES_AT: Record<number, string[]> = {
  766: MOBILE,
  767: [...HANDHELD, 'belowDesktop', 'narrowLayout'],
  1280: [...HANDHELD, 'belowDesktop', 'narrowLayout'],
  1281: ['handheldLayout', 'notMobile', 'notMobileByText', 'desktop', 'narrowLayout'],
  1282: ['notMobile', 'notMobileByText', 'desktop', 'wideLayout'],
};

test('a browser is in the classes of its width, at each edge and beside it', async ({ page }) => {
  await page.goto(homePath);
  for (const [width, classes] of Object.entries(CLASSES_AT)) {
    await page.setViewportSize({ width: Number(width), height: 700 });
    const matching = await page.evaluate(
      (media) =>
        Object.entries(media).flatMap(([name, query]) => (matchMedia(query).matches ? name : [])),
      MEDIA,
    );
    expect.soft(matching, `at ${width} px`).toEqual(classes);
  }
});
