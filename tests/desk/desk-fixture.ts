import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  test as base,
  expect,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';
import { parse } from 'yaml';
import { bundleApp } from '../../desk/server/bundle-app.ts';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { EnquiryState } from '../../enquiry/enquiry-states.ts';
import { currentReleaseId } from '../../publish/releases/releases.ts';
import { publicDirOf, releaseDirOf } from '../../release/site-folder.ts';
import { violations } from '../support/browser/accessibility.ts';
import { FIXTURE_CONTENT_DIR } from '../support/content/fixture-content.ts';
import { exampleEnquiry, NOON_MS } from '../support/store/examples.ts';
import { openTestDesk, type TestDesk } from './test-desk.ts';
import { UNSAVED } from './unsaved.ts';

export interface OpenDesk extends TestDesk {
  /** Stores an enquiry whose mails have been sent, and returns its id. */
  addEnquiry(fields: Partial<Enquiry>, given?: GivenEnquiry): Promise<string>;
  /** A file of the desk's content, as it is on disk. */
  value(file: string): Promise<{ sections: Record<string, unknown>[]; [field: string]: unknown }>;
  /** A page of the release that is online. */
  online(path: string): Promise<string>;
  onlineFile(name: string): Promise<string>;
}

interface GivenEnquiry {
  state?: EnquiryState;
  note?: string;
  /** Why the mail to the caterer failed: '550 no such user'. */
  mailError?: string;
}

let bundled: Promise<string> | undefined;
/** The app's folder. Looking whether its sources have changed takes a while, so once is enough. */
const appDir = () => {
  bundled ??= bundleApp(resolve('.cache'));
  return bundled;
};

/**
 * A test with a desk of its own on the fixture's content. It fails on an error in the app or a
 * request to another host.
 */
export const test = base.extend<{ desk: OpenDesk }>({
  // Numbers are parsed as in Belgium, whatever the browser's language.
  locale: 'en-US',
  // A control that cannot be used fails with its name, long before the test's own limit.
  actionTimeout: 20_000,
  desk: async ({ page, context }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error.stack)));
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && !/^(?:voorbeeld\.)?localhost$/.test(hostname))
        complaints.push(request.url());
    });
    const desk = await openTestDesk({
      contentDir: FIXTURE_CONTENT_DIR,
      appDir: await appDir(),
    });
    const { store } = desk;
    const addEnquiry = async (given: Partial<Enquiry>, enquiry: GivenEnquiry = {}) => {
      const { state = 'new', note = '', mailError } = enquiry;
      const before = (await store.listEnquiries()).map(({ id }) => id);
      const fields = { name: 'Peeters', email: 'an@example.be', message: 'Dag', ...given };
      await store.storeEnquiry(exampleEnquiry({ fields }));
      for (let mail = await store.claimMail(NOON_MS); mail; mail = await store.claimMail(NOON_MS)) {
        const hasFailed = mail.kind === 'company' && mailError !== undefined;
        await store.settleMail(
          mail,
          hasFailed ? { kind: 'failed', reason: mailError } : { kind: 'delivered' },
          NOON_MS,
        );
      }
      const after = (await store.listEnquiries()).map(({ id }) => id);
      const id = after.find((stored) => !before.includes(stored)) ?? '';
      await store.setState(id, state);
      if (note) await store.setNote(id, { note, before: '' });
      return id;
    };
    const onlineFile = async (name: string) => {
      const id = (await currentReleaseId(desk.folders.siteDir)) ?? '';
      return readFile(join(publicDirOf(releaseDirOf(desk.folders.siteDir, id)), name), 'utf8');
    };
    await use({
      ...desk,
      addEnquiry,
      onlineFile,
      online: (path) => onlineFile(`${path}.html`),
      value: async (file) => parse(await readFile(join(desk.folders.contentDir, file), 'utf8')),
    });
    await context.close();
    await desk.close();
    expect(complaints).toEqual([]);
  },
});

export { expect } from '@playwright/test';

/** Opens the desk and waits until the page in its frame can be typed in. */
export async function open(page: Page, desk: TestDesk, route = ''): Promise<void> {
  await page.goto(`${desk.origin}/#token=${desk.token}`);
  await expect(page.getByRole('button', { name: 'Zet online' })).toBeVisible();
  if (route) await go(page, route);
  else await expect(editedPageOf(page).locator('[contenteditable]').first()).toBeVisible();
}

/** Goes to a route of the desk. */
export async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${route}`);
}

/** The page that is edited, in its frame. */
export function editedPageOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="De pagina"]');
}

/** A text to type in on the edited page, by its path in the page's file. */
export function textOn(page: Page, path: string): Locator {
  return editedPageOf(page).locator(`[contenteditable][data-text$=" ${path}"]`);
}

/**
 * The link in the bar that leads to the unpublished changes. It contains a headline and the state
 * of saving.
 */
export const summaryIn = (page: Page): Locator => page.getByRole('banner').getByRole('link');

/** The bar's text about saving or, once all is saved, about the changes that are not online. */
export const savingIn = (page: Page): Locator => page.getByRole('banner').getByRole('status');

/** The message at the lower edge of the screen, in its box. */
export const messageIn = (page: Page): Locator =>
  page
    .getByRole('status')
    .or(page.getByRole('alert'))
    .filter({ has: page.getByRole('button', { name: 'Melding sluiten' }) });

/** Waits until every change is written. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(savingIn(page)).not.toHaveText(UNSAVED);
}

/** Waits until the desk says that the site was published. */
export async function expectPublished(page: Page): Promise<void> {
  await expect(page.getByText('Je site staat online.')).toBeVisible({ timeout: 120_000 });
}

/** Checks the accessibility of the screen and of the page in its frame. */
export async function expectAccessible(page: Page, screen = ''): Promise<void> {
  for (const frame of page.frames()) {
    if (frame.url() === 'about:blank' || !(await isShown(frame))) continue;
    expect.soft(await violations(frame), `${screen} ${frame.url()}`).toEqual([]);
  }
}

const isShown = async (frame: Frame) =>
  !frame.parentFrame() || (await (await frame.frameElement()).isVisible());
