import type { Locator, Page, Request, Route } from '@playwright/test';
import type { RequiredFieldName, VisibleFieldName } from '../../enquiry/fields.ts';
import { VISIBLE_FIELDS } from '../../site/form/fields/form-values.ts';
import { contactOf } from '../../site/parts/contact.ts';
import { expect, test as siteTest } from '../support/browser/browser-test.ts';
import { openWithStoppedClock } from '../support/browser/stopped-clock.ts';
import { content, formPath, messages } from '../support/content/fixture-site.ts';

export { expect } from '../support/browser/browser-test.ts';

/** The main devices for the form: a desktop and a phone. */
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

export const test = siteTest.extend({ viewport: DESKTOP.viewport });

/** Declares tests for a desktop and for a phone. */
export function onDesktopAndPhone(declareTests: () => void): void {
  declareTests();
  onPhone(declareTests);
}

/** Declares tests that do not depend on the window, for a phone. */
export function onPhone(declareTests: () => void): void {
  test.describe('on a phone', () => {
    test.use(PHONE);
    declareTests();
  });
}

/** What {@link FormPage.fillRequired} types. */
export const TYPED: Record<RequiredFieldName, string> = {
  email: 'zoe@voorbeeld.example',
  name: "Zoë Ĳsbrandt-D'Hondt",
  message: 'Graag een voorstel, € 35 p.p. 🥂',
};

/** The call that sends an enquiry. */
export const MAIL = '**/api/mail/*';

/** Page object of the enquiry form. */
export class FormPage {
  readonly page: Page;
  readonly form: Locator;
  readonly submit: Locator;
  readonly cancel: Locator;
  readonly undo: Locator;
  readonly again: Locator;
  readonly captcha: Locator;
  /** The error message of the captcha. */
  readonly captchaProblem: Locator;
  /** The list of missing fields. */
  readonly missing: Locator;
  /** The list of invalid fields. */
  readonly wrong: Locator;
  /** The notice that replaces the form while the server is unavailable. */
  readonly notice: Locator;
  readonly openCalendar: Locator;
  readonly calendar: Locator;
  /** The requests that sent an enquiry. */
  readonly posts: Request[] = [];

  constructor(page: Page) {
    const { form, captcha } = messages;
    this.page = page;
    this.form = page.locator('form');
    this.submit = page.getByRole('button', { name: form.submit });
    this.cancel = page.getByRole('button', { name: form.cancel });
    this.undo = page.getByRole('button', { name: form.undo });
    this.again = page.getByRole('button', { name: form.again });
    this.captcha = page.getByRole('group', { name: `${captcha.label} *` });
    this.captchaProblem = page.locator('#enquiry-captcha-problem');
    this.missing = page.getByRole('paragraph').filter({ hasText: form.missing });
    this.wrong = page.getByRole('paragraph').filter({ hasText: form.wrong });
    this.notice = page.getByRole('status').filter({ hasText: form.unavailable });
    this.openCalendar = page.getByRole('button', { name: form.openCalendar });
    this.calendar = page.getByRole('dialog', { name: form.openCalendar });
    page.on('request', (request) => {
      if (request.method() === 'POST') this.posts.push(request);
    });
  }

  /** Opens the form and waits for hydration. */
  async open(path = formPath): Promise<this> {
    await this.page.goto(path);
    await this.waitUntilHydrated();
    return this;
  }

  /** Does the same as {@link open}, with a stopped clock. */
  async openWithClockStopped(): Promise<this> {
    await openWithStoppedClock(this.page, formPath);
    await this.waitUntilHydrated();
    return this;
  }

  /** The form is usable before hydration, but most tests are about the time after it. */
  async waitUntilHydrated(): Promise<void> {
    const island = this.page.locator('[data-island=EnquiryForm]');
    await expect(island).toHaveAttribute('data-hydrated', '');
  }

  field(name: VisibleFieldName): Locator {
    return this.page.getByLabel(accessibleNameOf(name), { exact: true });
  }

  /** A field's accessible description: its error and note. */
  describedBy(name: VisibleFieldName): Promise<string> {
    return this.field(name).evaluate((control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim(),
    );
  }

  async fillRequired(): Promise<void> {
    for (const [name, text] of Object.entries(TYPED)) {
      await this.field(name as RequiredFieldName).fill(text);
    }
  }

  /** Fills in the required fields and waits for the captcha. */
  async makeReady(): Promise<void> {
    await this.fillRequired();
    await expect(this.submit).toBeEnabled({ timeout: 20_000 });
  }

  /** Expects exactly these fields to be missing. */
  async expectMissing(...labels: string[]): Promise<void> {
    await expect(this.missing).toHaveText(`${messages.form.missing} ${labels.join(', ')}`);
  }

  message(kind: 'pending' | 'success' | 'error'): Locator {
    return this.page
      .getByRole(kind === 'error' ? 'alert' : 'status')
      .filter({ hasText: messages.form[kind] });
  }

  /** The idempotency keys of the sent enquiries. */
  sentIds(): (string | undefined)[] {
    return this.posts.map((post) => post.headers()['idempotency-key']);
  }
}

/** Expects the caterer's telephone and e-mail links. */
export async function expectContactLinks(place: Locator): Promise<void> {
  const { phone, phoneHref, email } = contactOf(content.company);
  const link = (name: string) => place.getByRole('link', { name });
  await expect(link(phone)).toHaveAttribute('href', phoneHref);
  await expect(link(email)).toHaveAttribute('href', `mailto:${email}`);
  await expect(link(phone)).toBeVisible();
  await expect(link(email)).toBeVisible();
}

/** Opens a form that is ready to send, with an easy captcha and a stubbed server. */
export async function openReady(page: Page, handle: (route: Route) => unknown): Promise<FormPage> {
  await makeCaptchaEasy(page);
  await page.route(MAIL, handle);
  const form = await new FormPage(page).open();
  await form.makeReady();
  return form;
}

/** A route handler that leaves requests without a response, for the test to fulfil them. */
export function holdRequests(): { waiting: Route[]; hold: (route: Route) => void } {
  const waiting: Route[] = [];
  return { waiting, hold: (route) => void waiting.push(route) };
}

/** Serves a trivial challenge, for tests that are not about the captcha. */
export async function makeCaptchaEasy(page: Page): Promise<void> {
  await page.route('**/api/captcha/challenge', (route) =>
    route.fulfill({
      // The form uses the server's date, because a test may have changed the page's clock.
      headers: { Date: new Date().toUTCString() },
      json: easyChallenge(),
    }),
  );
}

/** A challenge like the server's, but with hardly any work and without a valid signature. */
export const easyChallenge = () => ({
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    expiresAt: Math.floor(Date.now() / 1000) + 600,
    keyLength: 32,
    keyPrefix: '0',
    nonce: 'aa'.repeat(16),
    salt: 'bb'.repeat(16),
  },
  signature: 'cc'.repeat(32),
});

/** Records all later texts of a live region, in order. */
export async function listenTo(region: Locator): Promise<() => Promise<string[]>> {
  const announced = await region.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  return () => announced.jsonValue();
}

/** A field's accessible name: its label, with a star if required. */
function accessibleNameOf(field: VisibleFieldName): string {
  const entry = VISIBLE_FIELDS.find(({ name }) => name === field);
  return entry?.required ? `${messages.fields[field]} *` : messages.fields[field];
}
