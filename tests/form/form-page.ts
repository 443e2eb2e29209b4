import type { Locator, Page, Request, Route } from '@playwright/test';
import type { RequiredField, VisibleField } from '../../enquiry/fields.ts';
import { SHOWN_FIELDS } from '../../site/form/fields/form-values.ts';
import { contactOf } from '../../site/parts/phone.ts';
import { expect, test as siteTest } from '../support/browser-test.ts';
import { content, formPath, words } from '../support/site.ts';

export { expect } from '../support/browser-test.ts';

/** Where the form must be at its best: a desk, and a phone held in one hand. */
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** A test on a desk. */
export const test = siteTest.extend({ viewport: DESK.viewport });

/** Declares tests once for a desk, and once for a phone. */
export function onDeskAndPhone(declareTests: () => void): void {
  declareTests();
  onPhone(declareTests);
}

/** For tests in which the window has no part. */
export function onPhone(declareTests: () => void): void {
  test.describe('on a phone', () => {
    test.use(PHONE);
    declareTests();
  });
}

/** What {@link FormPage.fillRequired} types. */
export const TYPED: Record<RequiredField, string> = {
  email: 'zoe@voorbeeld.example',
  name: "Zoë Ĳsbrandt-D'Hondt",
  message: 'Graag een voorstel, € 35 p.p. 🥂',
};

/** The call that sends an enquiry. */
export const MAIL = '**/api/mail/*';

/** A field's name for a screen reader: its label, with a star where it is required. */
export function nameOf(field: VisibleField): string {
  const isRequired = SHOWN_FIELDS.some((shown) => shown.name === field && 'required' in shown);
  return isRequired ? `${words.fields[field]} *` : words.fields[field];
}

/** The contact form, by what a person can see and hear of it. */
export class FormPage {
  readonly page: Page;
  readonly form: Locator;
  readonly submit: Locator;
  readonly cancel: Locator;
  readonly undo: Locator;
  readonly again: Locator;
  readonly captcha: Locator;
  /** What the captcha says is wrong. */
  readonly captchaProblem: Locator;
  /** What the form still waits for. */
  readonly missing: Locator;
  /** What is filled in, but not right. */
  readonly wrong: Locator;
  /** Takes the form's place while the server is away. */
  readonly notice: Locator;
  readonly openCalendar: Locator;
  readonly calendar: Locator;
  /** Calls that tried to send an enquiry. */
  readonly posts: Request[] = [];

  constructor(page: Page) {
    const { form, captcha } = words;
    this.page = page;
    this.form = page.locator('form');
    this.submit = page.getByRole('button', { name: form.submit });
    this.cancel = page.getByRole('button', { name: form.cancel });
    this.undo = page.getByRole('button', { name: form.undo });
    this.again = page.getByRole('button', { name: form.again });
    this.captcha = page.getByRole('group', { name: `${captcha.label} *` });
    this.captchaProblem = page.locator('#enquiry-captcha-problem');
    this.missing = page.getByText(form.missing);
    this.wrong = page.getByText(form.wrong);
    this.notice = page.getByRole('status').filter({ hasText: form.unavailable });
    this.openCalendar = page.getByRole('button', { name: form.openCalendar });
    this.calendar = page.getByRole('dialog', { name: form.openCalendar });
    page.on('request', (request) => {
      if (request.method() === 'POST') this.posts.push(request);
    });
  }

  /** Opens the form and waits until React has taken it over. */
  async open(path = formPath): Promise<this> {
    await this.page.goto(path);
    await this.waitUntilTakenOver();
    return this;
  }

  /** As {@link open}, under a stopped clock: the first paint, which comes before, waits for a timer. */
  async openWithClockStopped(): Promise<this> {
    await stopClock(this.page);
    await this.page.goto(formPath);
    await expect(async () => {
      await this.page.clock.runFor(20);
      await expect(this.island).toHaveAttribute('data-awake', '', { timeout: 100 });
    }).toPass({ intervals: [50] });
    return this;
  }

  /** The document is usable before React has taken it over; most tests are about after. */
  async waitUntilTakenOver(): Promise<void> {
    await expect(this.island).toHaveAttribute('data-awake', '');
  }

  private get island(): Locator {
    return this.page.locator('[data-island=EnquiryForm]');
  }

  field(name: VisibleField): Locator {
    return this.page.getByLabel(nameOf(name), { exact: true });
  }

  /** What a field tells beside its label: its error, its note. */
  describedBy(name: VisibleField): Promise<string> {
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
      await this.field(name as RequiredField).fill(text);
    }
  }

  /** Required fields and a solved captcha. */
  async makeReady(): Promise<void> {
    await this.fillRequired();
    await expect(this.submit).toBeEnabled({ timeout: 20_000 });
  }

  /** Exactly these are still missing, and nothing else. */
  async expectMissing(...labels: string[]): Promise<void> {
    await expect(this.missing).toHaveText(`${words.form.missing} ${labels.join(', ')}`);
  }

  message(kind: 'pending' | 'success' | 'error'): Locator {
    return this.page
      .getByRole(kind === 'error' ? 'alert' : 'status')
      .filter({ hasText: words.form[kind] });
  }

  /** Ids under which enquiries were sent. */
  sentIds(): (string | undefined)[] {
    return this.posts.map((post) => post.headers()['idempotency-key']);
  }
}

/** How to reach the caterer without the form. */
export async function expectContactLinks(place: Locator): Promise<void> {
  const { phone, phoneHref, email } = contactOf(content.company);
  const link = (name: string) => place.getByRole('link', { name });
  await expect(link(phone)).toHaveAttribute('href', phoneHref);
  await expect(link(email)).toHaveAttribute('href', `mailto:${email}`);
  await expect(link(phone)).toBeVisible();
  await expect(link(email)).toBeVisible();
}

/** A form that could be sent, with an easy captcha and answers of the test's own. */
export async function openReady(page: Page, answer: (route: Route) => unknown): Promise<FormPage> {
  await makeCaptchaEasy(page);
  await page.route(MAIL, answer);
  const form = await new FormPage(page).open();
  await form.makeReady();
  return form;
}

/** Answers only when told. */
export function holdAnswers(): { held: Route[]; hold: (route: Route) => void } {
  const held: Route[] = [];
  return { held, hold: (route) => void held.push(route) };
}

/** Stops the page's clock, before it is opened: from then on only `page.clock.runFor` moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2027-03-01T12:00:00Z' });
  // It has run since, and cannot be stopped at a time that is over.
  await page.clock.pauseAt('2027-03-01T13:00:00Z');
}

/** A puzzle that takes no time, for tests that are not about it. */
export async function makeCaptchaEasy(page: Page): Promise<void> {
  await page.route('**/api/captcha/challenge', (route) =>
    route.fulfill({
      // The widget counts by the server's clock: a test may have moved the page's.
      headers: { Date: new Date().toUTCString() },
      json: easyChallenge(),
    }),
  );
}

/** As the server makes it, but for the work and the signature. */
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

/** Every change of a live region's words from now on, in order. */
export async function listenTo(region: Locator): Promise<() => Promise<string[]>> {
  const spoken = await region.evaluateHandle((element) => {
    const said: string[] = [];
    new MutationObserver(() => said.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return said;
  });
  return () => spoken.jsonValue();
}
