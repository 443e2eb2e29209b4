import { expect, openPage, test } from '../support/browser-test.ts';
import { content } from '../support/site.ts';
import { styleGuidePaths } from '../support/style-guide.ts';

/*
 * How every page and every part looks, against pictures that `npm run looks:keep` took before a change.
 * The pictures stay on the machine: letters are drawn differently on another (decision 015).
 */
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
/** Of all points of a picture: a shade at the edge of a letter is no change. */
const TOLERATED_PART = 0.0005;

for (const path of [...content.pages.map((page) => page.path), ...styleGuidePaths()]) {
  test(`${path} looks as it did`, async ({ page, watch }) => {
    // The page that is shown for an address that is none.
    watch.allow(/status of 404/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await openPage(page, path);
      await loadEveryPhoto();
      await expect
        .soft(page)
        .toHaveScreenshot(`${path.slice(1).replaceAll('/', '-') || 'root'}-${window.width}.png`, {
          fullPage: true,
          animations: 'disabled',
          maxDiffPixelRatio: TOLERATED_PART,
        });
    }

    async function loadEveryPhoto() {
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager';
        await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
        await document.fonts.ready;
      });
    }
  });
}
