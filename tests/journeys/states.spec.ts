import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageFile } from '../../publish/make-page.ts';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import { FormPage, MAIL, makeCaptchaEasy } from '../form/form-page.ts';
import { expect, openPage, test } from '../support/browser-test.ts';
import { content, formPath, homePage, homePath, SITE_DIR, words } from '../support/site.ts';
import { expectOpenInEveryMode } from './every-mode.ts';

/*
 * The accessibility rules in every state that a visitor can bring a page into. `pages.spec.ts`
 * tests each page as it is opened.
 */

/** Brings a page that was just opened into the state. */
type Arrive = (page: Page) => Promise<unknown>;

const HOME: Record<string, Arrive> = {
  'the menu of a phone': async (page) => {
    await page.setViewportSize({ width: 320, height: 1024 });
    await page.getByRole('button', { name: words.shell.menu }).click();
  },
  'a notice above the page': async (page) => {
    // The server chooses by date; the release contains the page with its notice too.
    const release = releaseDir(SITE_DIR, String(await currentRelease(SITE_DIR)));
    const path = join(release, 'public', pageFile(homePage, 'notice'));
    await page.route(homePath, async (route) => {
      await route.fulfill({ response: await route.fetch(), path });
    });
    await page.reload();
    await expect(page.getByText(content.notice?.text ?? '')).toBeVisible();
  },
  'the large gallery': (page) =>
    page.getByRole('button', { name: words.carousel.enlarge }).first().click(),
  'the privacy dialog': (page) =>
    page.getByRole('contentinfo').getByRole('link', { name: words.shell.privacy }).click(),
};

const FORM: Record<string, Arrive> = {
  'the calendar': (page) => new FormPage(page).openCalendar.click(),
  'a form with mistakes': async (page) => {
    const form = new FormPage(page);
    await form.field('date').fill('31/02/2027');
    await form.field('personCount').fill('veel');
    await form.field('personCount').press('Enter');
    await expect(form.field('email')).toBeFocused();
  },
  'an unavailable server': async (page) => {
    await page.route('**/api/status', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(new FormPage(page).notice).toBeVisible();
  },
};

const ENQUIRY: Record<string, Arrive> = {
  'an accepted enquiry': (page) => send(page, 202),
  'a refused enquiry': (page) => send(page, 422),
  // Last, because the next visit would resume it.
  'a pending enquiry': (page) => send(page, undefined),
};

const TESTS = [
  { name: 'the home page', path: homePath, states: HOME },
  { name: 'the form', path: formPath, states: FORM },
  { name: 'an enquiry', path: formPath, states: ENQUIRY },
];

for (const [first, { name, path, states }] of TESTS.entries()) {
  test(`${name} meets the accessibility rules in every state, at every width and in every mode`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(240_000);
    watch.allow(/status of (?:422|503)/);
    for (const [nth, [state, arrive]] of Object.entries(states).entries()) {
      await test.step(state, async () => {
        await openPage(page, path);
        await arrive(page);
        const isMenu = states === HOME && nth === 0;
        await expectOpenInEveryMode(page, 4 * first + nth, isMenu ? [320, 360, 766] : undefined);
        await page.unrouteAll();
        await page.evaluate(() => sessionStorage.clear());
      });
    }
  });
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
