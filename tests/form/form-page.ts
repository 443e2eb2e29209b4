import type { Locator, Page, Request } from '@playwright/test';
import { expect } from '../support/browser-test.ts';

export { expect, test } from '../support/browser-test.ts';

/** The contact form, by what a person can see and hear of it. */
export class FormPage {
  readonly page: Page;
  readonly form: Locator;
  readonly submit: Locator;
  readonly cancel: Locator;
  readonly captcha: Locator;
  /** What the captcha says is wrong. */
  readonly captchaProblem: Locator;
  /** What the form still waits for. */
  readonly missing: Locator;
  /** What is filled in, but not right. */
  readonly wrong: Locator;
  /** Calls that tried to send an enquiry. */
  readonly posts: Request[] = [];

  constructor(page: Page) {
    this.page = page;
    this.form = page.locator('form');
    this.submit = page.getByRole('button', { name: 'Verstuur je aanvraag' });
    this.cancel = page.getByRole('button', { name: 'Annuleren' });
    this.captcha = page.getByRole('group', { name: 'Controle tegen spam *' });
    this.captchaProblem = page.locator('#enquiry-captcha-problem');
    this.missing = page.getByText('Nog nodig:');
    this.wrong = page.getByText('Kijk nog na:');
    page.on('request', (request) => {
      if (request.method() === 'POST') this.posts.push(request);
    });
  }

  /** Opens the form and waits until React has taken it over. */
  async open(path = '/info'): Promise<this> {
    await this.page.goto(path);
    await this.waitUntilTakenOver();
    return this;
  }

  /** As {@link open}, under a stopped clock: the first paint, which comes before, waits for a timer. */
  async openWithClockStopped(): Promise<this> {
    await stopClock(this.page);
    await this.page.goto('/info');
    await expect(async () => {
      await this.page.clock.runFor(20);
      expect(await this.isTakenOver()).toBe(true);
    }).toPass();
    return this;
  }

  /** The document is usable before React has taken it over; most tests are about after. */
  async waitUntilTakenOver(): Promise<void> {
    await expect.poll(() => this.isTakenOver()).toBe(true);
  }

  private isTakenOver(): Promise<boolean> {
    return this.form.evaluate((form) =>
      Object.keys(form).some((key) => key.startsWith('__reactProps')),
    );
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** What a field tells beside its label: its error, its note. */
  describedBy(label: string): Promise<string> {
    return this.field(label).evaluate((control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim(),
    );
  }

  /** The three required fields. */
  async fillRequired(): Promise<void> {
    await this.field('Email *').fill('zoe@voorbeeld.example');
    await this.field('Naam *').fill("Zoë Ĳsbrandt-D'Hondt");
    await this.field('Bericht *').fill('Graag een voorstel, € 35 p.p. 🥂');
  }

  /** Required fields and a solved captcha. */
  async makeReady(): Promise<void> {
    await this.fillRequired();
    await expect(this.submit).toBeEnabled({ timeout: 20_000 });
  }

  message(text: 'pending' | 'success' | 'error'): Locator {
    const words = {
      pending: 'Je bericht is in behandeling.',
      success:
        'Je bericht is correct verwerkt, we sturen je een bevestingsmail, deze komt mogelijk in je spam folder terecht.',
      error: 'Er is iets fout gelopen tijdens het verwerken van je bericht.',
    };
    return this.page
      .getByRole(text === 'error' ? 'alert' : 'status')
      .filter({ hasText: words[text] });
  }
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
      json: {
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
      },
    }),
  );
}

/** Every change of a live region's words from now on, in order. */
export async function listenTo(region: Locator): Promise<() => Promise<string[]>> {
  const spoken = await region.evaluateHandle((element) => {
    const words: string[] = [];
    new MutationObserver(() => words.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return words;
  });
  return () => spoken.jsonValue();
}
