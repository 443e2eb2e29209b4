import type { Page } from '@playwright/test';
import {
  expectShown,
  hero,
  heroCount,
  heroIntervalMs,
  heroPage,
  next,
} from '../components/carousel-page.ts';
import { FormPage, TYPED } from '../form/form-page.ts';
import { expect, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import { openWithStoppedClock } from '../support/browser/stopped-clock.ts';
import {
  formPath,
  homePath,
  messages,
  navigation,
  pages,
} from '../support/content/fixture-site.ts';

/*
 * Tests in a browser from which later features were removed, so that it resembles the oldest
 * supported ones (Safari 15.6, Chrome 109, Firefox 115). `tests/compatibility/` finds which
 * features the code uses.
 */

// The changed style sheet no longer has the hash that the policy allows.
test.use({ bypassCSP: true });

/** Runs in the page, before its scripts. */
function takeInterfacesAway() {
  const remove = (owner: object | undefined, ...names: string[]) => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
  };
  remove(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover');
  remove(HTMLButtonElement.prototype, 'popoverTargetElement', 'popoverTargetAction');
  remove(Element.prototype, 'checkVisibility', 'setHTMLUnsafe', 'moveBefore');
  remove(Document.prototype, 'startViewTransition', 'prerendering', 'activeViewTransition');
  remove(AbortSignal, 'any', 'timeout');
  remove(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
  remove(Array, 'fromAsync');
  remove(Object, 'groupBy');
  remove(Map, 'groupBy');
  remove(Promise, 'withResolvers', 'try');
  remove(String.prototype, 'isWellFormed', 'toWellFormed');
  remove(Set.prototype, 'union', 'difference', 'intersection', 'isSubsetOf');
  remove(Iterator.prototype, 'map', 'filter', 'toArray');
  remove(Intl, 'Segmenter', 'DurationFormat');
  remove(URL, 'canParse', 'parse');
  remove(window, 'scheduler', 'requestIdleCallback', 'cancelIdleCallback', 'navigation');
  remove(window, 'trustedTypes', 'ViewTransition', 'CloseWatcher', 'structuredClone', 'Iterator');
  remove(CSS, 'registerProperty', 'highlights');
  // `tests/compatibility/` finds literals with a lookbehind.
  window.RegExp = new Proxy(RegExp, {
    construct(target, [pattern, flags]) {
      if (/\(\?<[!=]/.test(String(pattern))) throw new SyntaxError('invalid group specifier name');
      return new target(pattern, flags);
    },
  });
  const { supports } = CSS;
  CSS.supports = (...query: string[]) =>
    !/timeline|anchor/.test(query.join()) && Reflect.apply(supports, CSS, query);
}

/** Matches later CSS, which an older browser would ignore, also in `@supports`. */
const LATER_CSS =
  /:popover-open|color-mix\(|:has\(|@property|@container|@starting-style|@view-transition|(?:animation-)timeline|text-wrap|\(scripting:|anchor-name|position-area|::details-content|interpolate-size|content-visibility|:modal/g;

async function makeOlder(page: Page) {
  await page.addInitScript(takeInterfacesAway);
  await page.route(/\/[\w-]*(?:\?.*)?$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(LATER_CSS, (name) =>
      name.replace(/[a-z]/, (letter) => `x-${letter}`),
    );
    await route.fulfill({ response, body: withoutAvif(body) });
  });
  // Safari 15 and Edge before 121 have no AVIF.
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withoutAvif(await response.text()) });
  });
  await page.route('**/*.avif', (route) => route.fulfill({ body: 'unknown' }));
}

/** An unknown type in place of AVIF's. Chromium complains about a preload of an unknown type. */
const withoutAvif = (text: string) =>
  text.replace(/<link\b[^>]*"image\/avif"[^>]*>/g, '').replaceAll('image/avif', 'image/x-unknown');

for (const width of [390, 1280]) {
  test(`at ${width} px every page shows its links and its text`, async ({ page }) => {
    await makeOlder(page);
    await page.setViewportSize({ width, height: 800 });
    for (const { path } of pages) {
      await openPage(page, path);
      for (const { label } of navigation) {
        await expect(
          page.locator('header').getByRole('link', { name: label, exact: true }),
        ).toBeVisible();
      }
      await expect(page.locator('header').getByRole('button')).toHaveCount(0);
      await expect(page.locator('main h1')).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}

test('the bar is legible at the top and below', async ({ page }) => {
  await makeOlder(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, homePath);
  const bar = () =>
    page.evaluate(() => {
      const header = document.querySelector('header') as HTMLElement;
      const row = header.firstElementChild as HTMLElement;
      const root = getComputedStyle(document.documentElement);
      const probe = document.body.appendChild(document.createElement('i'));
      const named = (name: string) => {
        probe.style.color = root.getPropertyValue(name);
        return getComputedStyle(probe).color;
      };
      const { color } = getComputedStyle(row);
      const name = ['--ink', '--paper'].find((one) => named(one) === color);
      const isOpaque = getComputedStyle(header, '::before').backgroundColor === named('--page');
      probe.remove();
      return [name, isOpaque];
    });
  await expect.poll(bar).toEqual(['--paper', false]);
  await page.mouse.wheel(0, 600);
  await expect.poll(bar).toEqual(['--ink', true]);
});

test('controls on a photo have their dark ground', async ({ page }) => {
  await makeOlder(page);
  await openPage(page, heroPage.path);
  const background = await next(hero(page)).evaluate(
    (control) => getComputedStyle(control).backgroundColor,
  );
  expect(background).not.toBe('rgba(0, 0, 0, 0)');
});

test('the form, its calendar and the large photos work', async ({ page }) => {
  await makeOlder(page);
  const form = await new FormPage(page).open(formPath);
  await form.openCalendar.click();
  await form.calendar.getByRole('gridcell').nth(20).getByRole('button').click();
  await expect(form.field('date')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
  await form.makeReady();
  await form.field('email').fill(`mailto:${TYPED.email}`);
  await form.submit.click();
  await expect(form.message('success')).toBeVisible({ timeout: 30_000 });
  let enlarged = 0;
  for (const { path } of pages) {
    await openPage(page, path);
    const photo = page.getByRole('button', { name: messages.carousel.enlarge }).first();
    if ((await photo.count()) === 0) continue;
    await photo.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    enlarged += 1;
  }
  expect(enlarged).toBeGreaterThan(0);
});

test.describe('in motion', () => {
  test.use(inMotion);

  test('the photo changes at the page’s interval and by the arrows', async ({ page }) => {
    await makeOlder(page);
    await openWithStoppedClock(page, heroPage.path);
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), 2, heroCount);
    await page.keyboard.press('ArrowRight');
    await expectShown(hero(page), 3, heroCount);
  });
});
