import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageFile } from '../../publish/make-page.ts';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import { FormPage, MAIL, makeCaptchaEasy } from '../form/form-page.ts';
import { expect, openPage, test } from '../support/browser-test.ts';
import { content, formPath, homePage, homePath, SITE_DIR, words } from '../support/site.ts';
import { expectOpenInEveryMode } from './every-mode.ts';

/*
 * The rules of accessibility in every state that a visitor can bring a page into; as it comes,
 * `pages.spec.ts` has each page. One test visits the states of a page one after the other.
 */

/** How a visitor comes to a state of a page that was just opened. */
interface State {
  arrive: (page: Page) => Promise<unknown>;
  widths?: number[];
}

const HOME: Record<string, State> = {
  'the menu of a phone': {
    arrive: async (page) => {
      await page.setViewportSize({ width: 320, height: 1024 });
      await page.getByRole('button', { name: words.shell.menu }).click();
    },
    widths: [320, 360, 480, 766],
  },
  'a notice above the page': {
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
    arrive: (page) => page.getByRole('button', { name: words.carousel.enlarge }).first().click(),
  },
  'the privacy dialog': {
    arrive: (page) =>
      page.getByRole('contentinfo').getByRole('link', { name: words.shell.privacy }).click(),
  },
};

const FORM: Record<string, State> = {
  'the calendar': { arrive: (page) => new FormPage(page).openCalendar.click() },
  'a form with mistakes': {
    arrive: async (page) => {
      const form = new FormPage(page);
      await form.field('date').fill('31/02/2027');
      await form.field('personCount').fill('veel');
      await form.field('personCount').press('Enter');
      await expect(form.field('email')).toBeFocused();
    },
  },
  'a server that is away': {
    arrive: async (page) => {
      await page.route('**/api/status', (route) => route.fulfill({ status: 503 }));
      await page.reload();
      await expect(new FormPage(page).notice).toBeVisible();
    },
  },
};

const ENQUIRY: Record<string, State> = {
  'an enquiry that arrived': { arrive: (page) => send(page, 202) },
  'an enquiry that was refused': { arrive: (page) => send(page, 422) },
  // Last: the next visit would take it up again.
  'an enquiry under way': { arrive: (page) => send(page, undefined) },
};

const TESTS = {
  'the home page': { path: homePath, states: HOME },
  'the form': { path: formPath, states: FORM },
  'an enquiry': { path: formPath, states: ENQUIRY },
};

let index = 0;
for (const [name, { path, states }] of Object.entries(TESTS)) {
  const first = index;
  index += Object.keys(states).length;

  test(`${name} is open to everyone in every state, at every width and in every mode`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(240_000);
    watch.allow(/status of (?:422|503)/);
    for (const [nth, [state, { arrive, widths }]] of Object.entries(states).entries()) {
      await test.step(state, async () => {
        await openPage(page, path);
        await arrive(page);
        await expectOpenInEveryMode(page, first + nth, widths);
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
