import type { Route } from '@playwright/test';
import { cellOf, SEED } from '../runner/soak.ts';
import {
  addStyle,
  focusProblems,
  hiddenTexts,
  sidewaysScroll,
  textOutside,
  violations,
} from '../support/browser/accessibility.ts';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import {
  content,
  formPath,
  messages,
  navigation,
  pages,
  privacyPath,
  styleGuidePaths,
  UNKNOWN_PATH,
} from '../support/content/fixture-site.ts';
import { expectAccessibleInModes } from './every-mode.ts';

/* Tests what every page must have: accessibility, no horizontal scrolling, large text, print,
   and all content without scripts. */
const PATHS = [...pages.map(({ path }) => path), UNKNOWN_PATH];
/** A phone and a small desktop. */
const AXE_WIDTHS = [360, 1281];
const TAB_WIDTHS = [1440, 360];

test('every kind of section meets the accessibility rules', async ({ page }) => {
  for (const [index, path] of styleGuidePaths().entries()) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: cellOf(AXE_WIDTHS, index), height: 800 });
      await openPage(page, path);
      expect(await violations(page)).toEqual([]);
      await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    });
  }
});

for (const [index, path] of PATHS.entries()) {
  test(`${path} is accessible at every width, in every mode and on paper`, async ({
    page,
    watch,
  }) => {
    if (path === UNKNOWN_PATH) watch.allow(/status of 404/);
    await openPage(page, path);
    for (const name of ['banner', 'main', 'contentinfo'] as const) {
      await expect.soft(page.getByRole(name)).toHaveCount(1);
    }
    await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await test.step('its sections are in order, under their headings', async () => {
      const sections = content.pages.find((one) => one.path === path)?.sections ?? [];
      const named = sections.flatMap((section) => ('heading' in section ? [section.heading] : []));
      const headings = page.getByRole('main').getByRole('heading').filter({ visible: true });
      const shown = await headings.allTextContents();
      expect.soft(shown.filter((heading) => named.includes(heading))).toEqual(named);
    });
    await expectAccessibleInModes(page, index);
    await test.step('the Tab key reaches everything, and the focus is visible', async () => {
      await page.setViewportSize({ width: cellOf(TAB_WIDTHS, index), height: 740 });
      expect.soft(await focusProblems(page)).toEqual([]);
    });
    await test.step('on a phone telephone and form are a tap away', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await expect.soft(page.locator('footer > p a[href^="tel:"]')).toBeInViewport({ ratio: 1 });
      const ask = page.getByRole('contentinfo').getByRole('link', { name: messages.shell.ask });
      if (path === formPath) await expect.soft(ask).toHaveCount(0);
      else await expect.soft(ask).toHaveAttribute('href', formPath);
    });
    await test.step('at 200 % text on a phone', async () => {
      // WCAG 1.4.4 asks for text of 200 %.
      await addStyle(page, 'html { font-size: 200% }');
      expect(await textOutside(page)).toEqual([]);
    });
    await test.step('on paper', async () => {
      await page.emulateMedia({ media: 'print' });
      await addStyle(page, '');
      expect(await textOutside(page)).toEqual([]);
      expect.soft(await hiddenTexts(page, textsOf(path))).toEqual([]);
      await expect.soft(page.getByRole('navigation').first()).toBeHidden();
      await expect.soft(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    });
  });
}

test('pages meet the accessibility rules without scripts', async ({ page, watch }) => {
  watch.allow(/status of 404/);
  // Every second page is enough, because most content was checked with scripts already.
  const paths = PATHS.filter((_, index) => (index + SEED) % 2 === 0);
  for (const [index, path] of paths.entries()) {
    await test.step(path, async () => {
      await page.route(path, removeScripts);
      await page.setViewportSize({ width: AXE_WIDTHS[index % 2] ?? 0, height: 800 });
      await page.goto(path);
      await expect(page.locator('script')).toHaveCount(0);
      expect.soft(await violations(page)).toEqual([]);
    });
  }
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('every page is complete without scripts, and has no dead controls', async ({
    page,
    watch,
  }) => {
    watch.allow(/status of 404/);
    // A popover button works without scripts.
    const controls = page.locator('button:not([popovertarget]), input, select, textarea');
    await page.setViewportSize({ width: 1281, height: 800 });
    for (const path of [...styleGuidePaths(), ...PATHS]) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect.soft(controls.filter({ visible: true })).toHaveCount(0);
        if (!PATHS.includes(path)) return;
        for (const link of navigation) {
          const inBar = page.getByRole('banner').locator(`a[href="${link.path}"]`);
          await expect.soft(inBar.first()).toBeVisible();
        }
        const privacy = page.getByRole('link', { name: messages.shell.privacy });
        await expect.soft(privacy).toHaveAttribute('href', privacyPath);
        expect.soft(await hiddenTexts(page, `${textsOf(path)}:not(details *)`)).toEqual([]);
      });
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: messages.shell.menu }).click();
    const { label = '', path = '' } = navigation[0] ?? {};
    await page.getByRole('link', { name: label, exact: true }).first().click();
    await expect(page).toHaveURL(path);
  });
});

/** Loads a page without its scripts, in a browser that can run axe. */
async function removeScripts(route: Route): Promise<void> {
  const response = await route.fetch();
  const { 'content-security-policy': _, ...headers } = response.headers();
  const body = (await response.text())
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<\/?noscript>/g, '')
    .replaceAll('(scripting:none)', 'all')
    .replaceAll('(scripting:enabled)', 'not all');
  await route.fulfill({ response, headers, body });
}

/** The form contains texts for later states. */
function textsOf(path: string) {
  return path === formPath ? 'main :is(h1, h2, h3)' : 'main :is(h1, h2, h3, p, li)';
}
