import type { Locator, Page } from '@playwright/test';
import { fillIn } from '../../release/text.ts';
import { expect, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import {
  content,
  formPath,
  homePath,
  messages,
  navigation,
  pages,
  pagesThatBeginWith,
} from '../support/content/fixture-site.ts';

const { shell } = messages;
const LABELS = navigation.map(({ label }) => label);
const heroPath = pagesThatBeginWith('hero')[0]?.path ?? '';
const plainPath = pages.find(({ sections: [first] }) => first?.kind !== 'hero')?.path ?? '';

const menuButton = (page: Page) => page.getByRole('button', { name: shell.menu });
const closeButton = (page: Page) => page.getByRole('button', { name: shell.closeMenu });
const menuPanel = (page: Page) => page.locator('#menu');
const logo = (page: Page) =>
  page.getByRole('link', { name: fillIn(shell.logo, { company: content.company.name }) });
const barLinks = (page: Page) =>
  page.getByRole('navigation', { name: shell.mainNavigation }).getByRole('link');
const contactBar = (page: Page) => page.locator('footer > p');

async function openAt(page: Page, path: string, width: number) {
  await page.setViewportSize({ width, height: 800 });
  await openPage(page, path);
}

test('the bar and the logo follow the size classes', async ({ page }) => {
  const here = navigation[2];
  await openAt(page, here?.path ?? '', 1440);
  for (const [width, logoWidth] of [
    [360, 100],
    [766, 100],
    [767, 100],
    [1280, 100],
    [1281, 360],
    [1440, 360],
  ] as const) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      expect.soft((await logo(page).boundingBox())?.width).toBe(logoWidth);
      if (width < 767) {
        await expect.soft(menuButton(page)).toBeVisible();
        await expect.soft(barLinks(page)).toHaveCount(0);
        return;
      }
      await expect.soft(menuButton(page)).toBeHidden();
      await expect.soft(barLinks(page)).toHaveText(LABELS);
      const current = page.locator('header nav:visible [aria-current=page]');
      await expect.soft(current).toHaveText(here?.label ?? '');
      const tops = await barLinks(page).evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect().y),
      );
      expect.soft(new Set(tops).size).toBe(1);
      const dot = (link: Locator) =>
        link.evaluate((element) => getComputedStyle(element, '::after').scale);
      expect.soft([await dot(current), await dot(barLinks(page).first())]).toEqual(['1', '0']);
    });
  }
  await logo(page).click();
  await expect(page).toHaveURL(homePath);
});

test.describe('in motion', () => {
  test.use(inMotion);

  test('a phone’s menu is animated, closes in every way and navigates', async ({ page }) => {
    const [first, second] = navigation;
    await openAt(page, first?.path ?? '', 360);
    const panel = menuPanel(page);
    const links = panel.getByRole('navigation').getByRole('link');
    const open = async () => {
      await menuButton(page).click();
      await expect(panel).toBeVisible();
    };
    await expect(panel).toBeHidden();
    /** Resolves when a transition has ended with the whole menu visible; never without one. */
    const unrolled = panel.evaluate(
      (element: HTMLElement) =>
        new Promise<void>((resolve) => {
          element.addEventListener('transitionend', ({ propertyName }) => {
            if (propertyName !== 'clip-path') return;
            if (getComputedStyle(element).clipPath === 'inset(0px)') resolve();
          });
        }),
    );
    await open();
    await unrolled;
    await expect(links).toHaveText(LABELS);
    await expect(links.first()).toHaveAttribute('aria-current', 'page');
    await closeButton(page).click();
    await expect(panel).toBeHidden();
    await test.step('by Escape, which returns the focus', async () => {
      await open();
      await page.keyboard.press('Tab');
      await expect(links.first()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(menuButton(page)).toBeFocused();
    });
    await test.step('by a tap outside it', async () => {
      await open();
      // The click is above the telephone link at the bottom, because in Firefox a tap there dials.
      await page.mouse.click(180, 700);
      await expect(panel).toBeHidden();
    });
    await test.step('by a window that grows', async () => {
      await open();
      await page.setViewportSize({ width: 767, height: 800 });
      await expect(panel).toBeHidden();
      await expect(barLinks(page).first()).toBeVisible();
      await page.setViewportSize({ width: 360, height: 800 });
      await page.keyboard.press('Escape');
    });
    await test.step('by a link, also after a return', async () => {
      await open();
      await links.nth(1).click();
      await expect(page).toHaveURL(second?.path ?? '');
      await page.goBack();
      await expect(page).toHaveURL(first?.path ?? '');
      await expect(panel).toBeHidden();
    });
  });
});

test('the bar is transparent over a photo and opaque once scrolled', async ({ page }) => {
  await openAt(page, heroPath, 1440);
  const { page: pageColor, paper, ink } = content.brand.colors;
  /**
   * Expects a dark focus ring with a light one inside it, so that one of the two is visible on any
   * background.
   */
  const expectRing = async (link: Locator) => {
    await link.focus();
    await expect(link).toHaveCSS('outline-color', `rgb(${rgb(ink).join(', ')})`);
    await expect(link).toHaveCSS('box-shadow', `rgb(${rgb(paper).join(', ')}) 0px 0px 0px 3px`);
  };
  expect(await barColor(page)).toEqual([0, 0, 0, 0]);
  await expectRing(barLinks(page).nth(1));
  await expectRing(page.locator('main a[href^="#"]').first());
  await page.mouse.wheel(0, 400);
  await expect.poll(() => barColor(page)).toEqual([...rgb(pageColor), 255]);
  const scrollY = () => page.evaluate(() => window.scrollY);
  const before = await scrollY();
  await expectRing(barLinks(page).nth(1));
  expect(await scrollY(), 'focus in the bar does not scroll the page').toBe(before);

  await openPage(page, plainPath);
  expect(await barColor(page)).toEqual([...rgb(pageColor), 255]);
});

/** The bar's background in sRGB, whatever its notation: red, green, blue and opacity. */
function barColor(page: Page): Promise<number[]> {
  return page.locator('header').evaluate((bar) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('No canvas');
    canvas.fillStyle = getComputedStyle(bar, '::before').backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
}

function rgb(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

test('the footer names year, company and designer, 1040 px wide', async ({ page }) => {
  await openAt(page, homePath, 1440);
  const footer = page.getByRole('contentinfo');
  const { company, site } = content;
  await expect(footer).toContainText(`© ${site.copyrightYear} ${company.name}`);
  await expect(footer).toContainText(`${shell.designedBy} ${site.designer.name}`);
  const credit = footer.getByRole('link', { name: site.designer.name });
  await expect(credit).toHaveAccessibleName(new RegExp(shell.opensInNewTab));
  await expect(credit).toHaveAttribute('href', site.designer.url);
  await expect(credit).toHaveAttribute('target', '_blank');
  await expect(credit).toHaveAttribute('rel', /noopener/);
  await expect(footer.locator(`a[href="mailto:${company.email}"]`)).toBeVisible();
  await expect(footer.locator('> div a[href^="tel:+32"]')).toHaveText(company.phone);
  expect((await footer.locator('> div').boundingBox())?.width).toBe(1040);
  await openPage(page, plainPath);
  await page.setViewportSize({ width: 960, height: 4000 });
  const box = await footer.boundingBox();
  expect(box && box.y + box.height, 'at the bottom of a tall window').toBe(4000);
});

test('the contact bar of a phone covers neither the last line nor the focus', async ({ page }) => {
  await openAt(page, homePath, 360);
  const top = async () => (await contactBar(page).boundingBox())?.y ?? 0;
  const privacy = page.getByRole('contentinfo').getByRole('link', { name: shell.privacy });
  await expect
    .poll(async () => {
      // The key is pressed again, because Chromium ignores it until it has laid out the whole page.
      await page.keyboard.press('End');
      return ((await privacy.boundingBox())?.y ?? 0) + 32;
    })
    .toBeLessThanOrEqual(await top());
  await openAt(page, formPath, 360);
  for (let stops = 0; stops < 12; stops += 1) {
    await page.keyboard.press('Tab');
    const bottom = () => document.activeElement?.getBoundingClientRect().bottom;
    expect(await page.evaluate(bottom)).toBeLessThanOrEqual(await top());
  }
  await openAt(page, formPath, 1440);
  await expect(contactBar(page)).toBeHidden();
});
