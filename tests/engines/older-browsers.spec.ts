import type { Page } from '@playwright/test';
import { FormPage, TYPED } from '../form/form-page.ts';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
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
    await route.fulfill({ response, body });
  });
}

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
