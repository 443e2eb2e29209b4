import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageFile } from '../../publish/documents/make-page.ts';
import { readRelease } from '../../runtime/read-release.ts';
import { FormPage, openReady } from '../form/form-page.ts';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import {
  content,
  formPath,
  homePage,
  homePath,
  messages,
  SITE_DIR,
} from '../support/content/fixture-site.ts';
import { expectAccessibleInModes } from './every-mode.ts';

/* Checks the accessibility rules in every state that a visitor can bring a page into.
   `pages.spec.ts` tests each page as it is opened. */

/** Brings a freshly opened page into a state. */
type Arrive = (page: Page) => Promise<unknown>;

const HOME: Record<string, Arrive> = {
  'a notice above the page': async (page) => {
    // The server chooses by date; the release contains the page with its notice too.
    const { publicDir } = await readRelease(SITE_DIR);
    const path = join(publicDir, pageFile(homePage, 'notice'));
    await page.route(homePath, async (route) => {
      await route.fulfill({ response: await route.fetch(), path });
    });
    await page.reload();
    await expect(page.getByText(content.notice?.text ?? '')).toBeVisible();
  },
  'the large gallery': (page) =>
    page.getByRole('button', { name: messages.carousel.enlarge }).first().click(),
  'the privacy dialog': (page) =>
    page.getByRole('contentinfo').getByRole('link', { name: messages.shell.privacy }).click(),
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
  'an accepted enquiry': (page) => send(page, 'success', 202),
  'a refused enquiry': (page) => send(page, 'error', 422),
  'a pending enquiry': (page) => send(page, 'pending'),
};

const STATES = [
  ...Object.entries(HOME).map(([name, arrive]) => ({ name, arrive, path: homePath })),
  ...Object.entries(FORM).map(([name, arrive]) => ({ name, arrive, path: formPath })),
];

for (const [index, { name, arrive, path }] of STATES.entries()) {
  test(`${name} is accessible at every width and in every mode`, async ({ page, watch }) => {
    watch.allow(/status of (?:422|503)/);
    await openPage(page, path);
    await arrive(page);
    await expectAccessibleInModes(page, index);
  });
}

test('the menu of a phone meets the accessibility rules in every mode', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 1024 });
  await openPage(page, homePath);
  await page.getByRole('button', { name: messages.shell.menu }).click();
  await expectAccessibleInModes(page, STATES.length, [320, 360, 766]);
});

async function send(page: Page, kind: 'pending' | 'success' | 'error', status?: number) {
  const form = await openReady(page, (route) => (status ? route.fulfill({ status }) : undefined));
  await form.submit.click();
  await expect(form.message(kind)).toBeFocused();
}
