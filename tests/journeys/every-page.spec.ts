import { join } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { readRelease } from '../../runtime/read-release.ts';
import { navigationOf } from '../../site/document/page-context.ts';
import { STYLE_GUIDE_PATH } from '../../site/style-guide/style-guide-pages.ts';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import { unstyledElements } from '../support/browser/unstyled.ts';
import {
  CONTENT_DIR,
  loadValidContent,
  SAMPLE_SITE_DIR,
  SITE_DIR,
  UNKNOWN_PATH,
} from '../support/content/fixture-site.ts';
import { type SiteServer, startSiteServer } from '../support/servers/site-server.ts';

/*
 * Tests every page of both releases: what publishing decides for each page (scripts to preload,
 * rules of photos, islands, hashes in the CSP) and what all pages share (styles).
 */

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** A phone's week needs seven targets of 24 px (WCAG 2.5.8). */
const NARROWEST_CALENDAR = 7 * 24;

const RELEASES = [
  {
    name: 'the sample',
    siteDir: SAMPLE_SITE_DIR,
    contentDir: join(CONTENT_DIR, '../../../content'),
  },
  { name: 'the fixture', siteDir: SITE_DIR, contentDir: CONTENT_DIR },
];

test('the sample’s pages load no font for characters that no font has', async ({ page, watch }) => {
  watch.allow(/status of 404/);
  const site = await startSiteServer({ siteDir: SAMPLE_SITE_DIR });
  const fonts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname);
  });
  let text = '';
  for (const path of await pathsOf(SAMPLE_SITE_DIR)) {
    await openPage(page, site.url + path);
    await page.evaluate(() => document.fonts.ready);
    text += await page.locator('body').textContent();
  }
  await site.stop();
  expect(fonts.size).toBeGreaterThan(0);
  // Publishing joins the words of a name with U+2060, and a form writes hours with U+2009.
  expect(text).toMatch(/\u2060|\u2009/);
  // The second file of a font has what Dutch seldom needs.
  expect([...fonts].filter((path) => path.includes('-rest-'))).toEqual([]);
});

for (const { name, siteDir, contentDir } of RELEASES) {
  test.describe(name, () => {
    let site: SiteServer;
    test.beforeAll(async () => {
      site = await startSiteServer({ siteDir });
    });
    test.afterAll(() => site.stop());

    test('every page loads its scripts early and has the colours of its photos', async ({
      page,
      watch,
    }) => {
      watch.allow(/status of 404/);
      let islands = 0;
      for (const path of await pathsOf(siteDir)) {
        await test.step(path, async () => {
          const loaded = new Set<string>();
          const note = (request: Request) => {
            const { pathname } = new URL(request.url());
            if (/\.(?:js|css)$/.test(pathname)) loaded.add(pathname);
          };
          page.on('request', note);
          await openPage(page, site.url + path);
          const script = page.locator('script[type=module]');
          const late = (await script.getAttribute('data-modules'))?.split(' ') ?? [];
          const early = await page
            .locator('link[rel=modulepreload]')
            .evaluateAll((all: HTMLLinkElement[]) => all.map(({ href }) => new URL(href).pathname));
          const listed = [...new Set([...late, ...early])];
          const first = await script.getAttribute('src');
          expect.soft([...loaded].toSorted()).toEqual([first, ...listed].toSorted());
          // `hydrateIslands` has imported the script of each island by now; a preloaded script that
          // none of them imports would be missing here.
          const names = await page
            .locator('[data-island]')
            .evaluateAll((all: HTMLElement[]) => all.map(({ dataset }) => dataset.island));
          islands += names.length;
          const hasForm = listed.some((url) => url.includes('/EnquiryForm-'));
          expect.soft(hasForm, 'the script of the form').toBe(names.includes('EnquiryForm'));
          const colors = await page
            .locator('img[data-photo]')
            .evaluateAll((all) =>
              all.map((one) => getComputedStyle(one).getPropertyValue('--photo-color')),
            );
          for (const color of colors) expect.soft(color).toMatch(/^#[0-9a-f]{6}$/);
          page.off('request', note);
        });
      }
      expect(islands).toBeGreaterThan(5);
    });

    for (const size of WINDOWS) {
      test(`every dialog and menu opens right on every page at ${size.width} px`, async ({
        page,
        watch,
      }) => {
        test.setTimeout(400_000);
        watch.allow(/status of 404/);
        await page.setViewportSize(size);
        const content = await loadValidContent(contentDir);
        const { messages } = content;
        const opened = { [messages.carousel.dialog]: 0, [messages.form.openCalendar]: 0 };
        for (const path of await pathsOf(siteDir)) {
          await test.step(path, async () => {
            await openPage(page, site.url + path);
            expect.soft(await page.evaluate(unstyledElements)).toEqual([]);
            const openers = page.locator('[aria-haspopup="dialog"]').filter({ visible: true });
            const count = await openers.count();
            // The privacy statement is on every page.
            expect.soft(count).toBeGreaterThan(0);
            for (let nth = 0; nth < count; nth++) {
              const opener = openers.nth(nth);
              await opener.click();
              const dialog = page.locator('dialog');
              await expect(dialog).toHaveAttribute('data-state', 'open');
              const title = String(await dialog.getAttribute('aria-label'));
              await test.step(title, async () => {
                if (title in opened) opened[title] = Number(opened[title]) + 1;
                if (title === messages.carousel.dialog) await expectGallery(dialog, size);
                else if (title === messages.form.openCalendar) await expectCalendar(dialog, size);
                else await expectPrivacy(dialog, size);
                expect.soft(await page.evaluate(unstyledElements)).toEqual([]);
                await page.keyboard.press('Escape');
                await expect(dialog).toHaveCount(0);
                await expect(opener).toBeFocused();
              });
            }
            if (size.width < 767) {
              await expectMenu(page, navigationOf(content.pages).length);
            }
          });
        }
        for (const [title, times] of Object.entries(opened)) {
          expect.soft(times, title).toBeGreaterThan(0);
        }
      });
    }
  });
}

/** Paths of a release's pages and the 404 page, without the style guide. */
async function pathsOf(siteDir: string): Promise<string[]> {
  const { manifest } = await readRelease(siteDir);
  const paths = manifest.pages.map(({ path }) => path);
  return [...paths.filter((path) => !path.startsWith(STYLE_GUIDE_PATH)), UNKNOWN_PATH];
}

type Size = (typeof WINDOWS)[number];

/** The specification asks for the window minus 10 px (section 9). */
async function expectGallery(dialog: Locator, { width, height }: Size) {
  await expect.poll(() => sizeOf(dialog)).toEqual({ width: width - 10, height: height - 10 });
  const photo = dialog.locator('[data-role="shown"] img');
  await expect(photo).toBeVisible();
  await expect
    .poll(() => photo.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  const shown = await sizeOf(photo);
  expect.soft(Math.max(shown.width / width, shown.height / height)).toBeGreaterThan(0.8);
}

/** The specification asks for 95 % of the window each way (section 9). */
async function expectPrivacy(dialog: Locator, { width, height }: Size) {
  const expected = { width: Math.round(width * 0.95), height: Math.round(height * 0.95) };
  await expect.poll(() => sizeOf(dialog)).toEqual(expected);
  const frame = dialog.locator('iframe');
  expect.soft(await sizeOf(frame)).toEqual(expected);
  await expect(frame.contentFrame().getByRole('heading', { level: 1 })).toBeVisible();
}

/** The specification allows at most 80vw (section 9). */
async function expectCalendar(dialog: Locator, { width, height }: Size) {
  const days = dialog.getByRole('gridcell');
  await expect(days.last()).toBeVisible();
  const box = await dialog.boundingBox();
  if (!box) throw new Error('Not shown');
  expect.soft(box.width).toBeLessThanOrEqual(width * 0.8);
  expect.soft(box.width).toBeGreaterThan(NARROWEST_CALENDAR);
  expect.soft(box.x).toBeGreaterThanOrEqual(0);
  expect.soft(box.x + box.width).toBeLessThanOrEqual(width);
  expect.soft(box.y + box.height).toBeLessThanOrEqual(height);
  const cells = await days.evaluateAll((all: HTMLElement[]) =>
    all.map((cell) => Math.round(cell.getBoundingClientRect().left)),
  );
  // The calendar has seven columns.
  expect.soft(new Set(cells).size).toBe(7);
}

/** The specification asks for a list of the same links, below the bar (section 2, 'Shell'). */
async function expectMenu(page: Page, links: number) {
  await page.locator('[popovertarget="menu"]').first().click();
  const menu = page.locator('#menu');
  await expect(menu).toBeVisible();
  const bar = await page.getByRole('banner').boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(async () => (await sizeOf(menu)).width).toBe(width);
  const box = await menu.boundingBox();
  expect.soft(box?.y).toBeGreaterThanOrEqual(Number(bar?.y));
  expect.soft(Number(box?.y) + Number(box?.height)).toBeLessThanOrEqual(height);
  await expect.soft(menu.getByRole('navigation').getByRole('link')).toHaveCount(links);
  await expect.soft(menu.getByRole('link').last()).toBeInViewport();
  expect.soft(await page.evaluate(unstyledElements)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
}

/** The size in whole CSS pixels. */
async function sizeOf(element: Locator) {
  const box = await element.boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}
