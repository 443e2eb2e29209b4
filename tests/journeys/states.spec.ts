import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageFile } from '../../publish/release-file.ts';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import { FormPage, MAIL, makeCaptchaEasy } from '../form/form-page.ts';
import { breaches, focusProblems, sidewaysScroll, smallTargets } from '../support/accessibility.ts';
import { expect, openPage, test } from '../support/browser-test.ts';
import {
  content,
  formPath,
  homePage,
  homePath,
  pages,
  SITE_DIR,
  UNKNOWN_PATH,
  words,
} from '../support/site.ts';

/*
 * The rules of accessibility on every page and in every state, at every width and in every mode. The
 * full run has them all; the daily one every pair: each state at each width and in each mode, and each
 * width in each mode. Large text is tried with the browser's own setting (`large-text.spec.ts`).
 */
const isFull = process.env.TEST_SCALE === 'full';

/** How a visitor comes to a state. */
const STATES: Record<
  string,
  { path: string; arrive?: (page: Page) => Promise<unknown>; widths?: number[] }
> = {
  ...Object.fromEntries(
    [...pages.map(({ path }) => path), UNKNOWN_PATH].map((path) => [path, { path }]),
  ),
  'the menu of a phone': {
    path: homePath,
    arrive: async (page) => {
      await page.setViewportSize({ width: 320, height: 1024 });
      await page.getByRole('button', { name: words.shell.menu }).click();
    },
    widths: [320, 360, 480, 766],
  },
  'a notice above the page': {
    path: homePath,
    arrive: async (page) => {
      // Which day it is, the server says; the page of such a day lies in the same release.
      const release = releaseDir(SITE_DIR, String(await currentRelease(SITE_DIR)));
      const path = join(release, 'public', pageFile(homePage, 'notice'));
      await page.route(homePath, async (route) => {
        await route.fulfill({ response: await route.fetch(), path });
      });
      await page.reload();
      await expect(page.getByText(content.notice?.text ?? '')).toBeVisible();
    },
  },
  'the gallery, large': {
    path: homePath,
    arrive: (page) => page.getByRole('button', { name: words.carousel.enlarge }).first().click(),
  },
  'the privacy dialog': {
    path: homePath,
    arrive: (page) =>
      page.getByRole('contentinfo').getByRole('link', { name: words.shell.privacy }).click(),
  },
  'the calendar': { path: formPath, arrive: (page) => new FormPage(page).openCalendar.click() },
  'a form with mistakes': {
    path: formPath,
    arrive: async (page) => {
      const form = new FormPage(page);
      await form.field('date').fill('31/02/2027');
      await form.field('personCount').fill('veel');
      await form.field('personCount').press('Enter');
      await expect(form.summary).toBeFocused();
    },
  },
  'an enquiry under way': { path: formPath, arrive: (page) => send(page, undefined) },
  'an enquiry that arrived': { path: formPath, arrive: (page) => send(page, 202) },
  'an enquiry that was refused': { path: formPath, arrive: (page) => send(page, 422) },
  'a server that is away': {
    path: formPath,
    arrive: async (page) => {
      await page.route('**/api/status', (route) => route.fulfill({ status: 503 }));
      await page.reload();
      await expect(new FormPage(page).notice).toBeVisible();
    },
  },
};

const WIDTHS = [320, 767, 1281, 1920];

/** How the visitor has set up their system. */
const MODES: Record<string, (page: Page) => Promise<unknown>> = {
  usual: (page) => page.emulateMedia({ reducedMotion: 'no-preference' }),
  'forced colours': (page) => page.emulateMedia({ forcedColors: 'active' }),
  'less motion': async () => {},
  'zoom of 400 %': async (page) => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({
      width: Math.max(320, Math.round(width / 4)),
      height: Math.round(height / 4),
    });
  },
};

for (const [index, [name, { path, arrive, widths = WIDTHS }]] of Object.entries(STATES).entries()) {
  test(`${name} is open to everyone at every width and in every mode`, async ({ page, watch }) => {
    watch.allow(/status of (?:404|422|503)/);
    await openPage(page, path);
    await arrive?.(page);
    for (const { width, mode } of pairsOf(widths, index)) {
      await test.step(`${width} px, ${mode}`, async () => {
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 1024 });
        await MODES[mode]?.(page);
        expect.soft(await breaches(page)).toEqual([]);
        expect.soft(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
        expect.soft(await smallTargets(page)).toEqual([]);
      });
    }
  });
}

/** Every width once, each in another mode than in the state before. */
function pairsOf(widths: number[], index: number): { width: number; mode: string }[] {
  const modes = Object.keys(MODES);
  if (isFull) return modes.flatMap((mode) => widths.map((width) => ({ width, mode })));
  return widths.map((width, nth) => ({ width, mode: modes[(nth + index) % modes.length] ?? '' }));
}

async function send(page: Page, status: number | undefined) {
  await makeCaptchaEasy(page);
  await page.route(MAIL, (route) => (status ? route.fulfill({ status }) : undefined));
  const form = new FormPage(page);
  await form.makeReady();
  await form.submit.click();
  const kind = status === undefined ? 'pending' : status === 202 ? 'success' : 'error';
  await expect(form.message(kind)).toBeFocused();
}

for (const width of [360, 1440]) {
  test(`the Tab key goes through every page at ${width} px, and what has the focus is seen`, async ({
    page,
    watch,
  }) => {
    watch.allow(/status of 404/);
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of [...pages.map((one) => one.path), UNKNOWN_PATH]) {
      await openPage(page, path);
      expect.soft(await focusProblems(page), path).toEqual([]);
    }
  });
}
