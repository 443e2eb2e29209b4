import type { Page, Route } from '@playwright/test';
import { expect, FormPage, makeCaptchaEasy, test } from './form-page.ts';

const MAIL = '**/api/mail/maanzaad';
const accept = (route: Route) => route.fulfill({ status: 202 });

/** Answers only when told. */
function holdAnswers() {
  const held: Route[] = [];
  return {
    held,
    handler: (route: Route) => {
      held.push(route);
    },
  };
}

/** A form that could be sent, with an easy captcha and answers of the test's own. */
async function openReady(page: Page, answer: (route: Route) => unknown): Promise<FormPage> {
  await makeCaptchaEasy(page);
  await page.route(MAIL, answer);
  const form = await new FormPage(page).open();
  await form.makeReady();
  return form;
}

/** A form whose enquiry was sent, and still waits for its answer. */
async function openPending(page: Page): Promise<{ form: FormPage; held: Route[] }> {
  const { held, handler } = holdAnswers();
  const form = await openReady(page, handler);
  await form.submit.click();
  await expect.poll(() => held.length).toBe(1);
  return { form, held };
}

test('an enquiry goes out, is pending, and succeeds only by the server’s yes', async ({ page }) => {
  const { held, handler } = holdAnswers();
  const form = await openReady(page, handler);
  await form.submit.click();
  await expect(form.message('pending')).toBeFocused();
  await expect(form.message('pending')).toBeInViewport();
  await expect(form.form).toBeHidden();
  await expect(form.message('success')).toBeHidden();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.fulfill({ status: 202 });
  await expect(form.message('success')).toBeFocused();
  await expect(form.message('success')).toBeInViewport();
  await expect(form.form).toBeHidden();
  // Else 'back' would offer what was sent to be sent once more.
  await expect(page.locator('textarea')).toHaveValue('');

  await page.getByRole('button', { name: 'Stuur nog een bericht' }).click();
  await expect(form.form).toBeFocused();
  for (const label of ['Email *', 'Naam *', 'Bericht *']) {
    await expect(form.field(label)).toHaveValue('');
    expect(await form.describedBy(label)).toBe('');
  }
  await expect(form.submit).toBeDisabled();
});

test('a refusal offers what was typed as a mail, and a form to start over', async ({
  page,
  watch,
}) => {
  watch.allow(/422/);
  const form = await openReady(page, (route) => route.fulfill({ status: 422 }));
  await form.submit.click();
  await expect(form.message('error')).toBeFocused();
  const mail = page.getByRole('link', {
    name: 'Verstuur je bericht met je eigen mailprogramma',
  });
  const { protocol, pathname, searchParams } = new URL((await mail.getAttribute('href')) ?? '');
  expect(protocol + pathname).toBe('mailto:info@maanzaad.example');
  expect(searchParams.get('subject')).toBe('Aanvraag via de website');
  expect(searchParams.get('body')).toBe(
    "Email: zoe@voorbeeld.example\r\nNaam: Zoë Ĳsbrandt-D'Hondt\r\n\r\nGraag een voorstel, € 35 p.p. 🥂",
  );
  expect(form.posts).toHaveLength(1);
  await page.getByRole('button', { name: 'Probeer opnieuw' }).click();
  await expect(form.form).toBeVisible();
  await expect(form.field('Bericht *')).toHaveValue('');
  // Cleared, as specified, but not lost.
  await page.getByRole('button', { name: 'Zet alles terug' }).click();
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel, € 35 p.p. 🥂');
});

for (const [kind, icon, color, status] of [
  ['pending', 'hourglass', 'rgb(75, 90, 60)', undefined],
  ['success', 'check', 'rgb(47, 107, 58)', 202],
  ['error', 'cross', 'rgb(154, 27, 75)', 422],
] as const) {
  test(`the state ${kind} has its own icon and colour`, async ({ page, watch }) => {
    watch.allow(/422/);
    const form = await openReady(page, (route) => status && route.fulfill({ status }));
    await form.submit.click();
    const message = page.locator(`[data-kind=${kind}]`);
    await expect(message.locator(`svg[data-icon=${icon}]`)).toBeVisible();
    await expect(message.locator('svg[data-icon]')).toHaveCSS('stroke', color);
  });
}

test('a reload after an error brings back what was typed, and sends nothing by itself', async ({
  page,
  watch,
}) => {
  watch.allow(/422/);
  const form = await openReady(page, (route) => route.fulfill({ status: 422 }));
  await form.field('Datum (dd/mm/jjjj)').fill('5/3/2027');
  await form.field('Betreft').selectOption('Receptie');
  await form.submit.click();
  await expect(form.message('error')).toBeVisible();
  await page.reload();
  await form.waitUntilTakenOver();
  await expect(form.form).toBeVisible();
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel, € 35 p.p. 🥂');
  await expect(form.field('Datum (dd/mm/jjjj)')).toHaveValue('05/03/2027');
  await expect(form.field('Betreft')).toHaveValue('Receptie');
  expect(form.posts).toHaveLength(1);

  await page.unroute(MAIL);
  await page.route(MAIL, accept);
  await form.field('Naam *').focus();
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect(form.message('success')).toBeVisible();
  // It may have arrived the first time, after all.
  const ids = form.posts.map((post) => post.headers()['idempotency-key']);
  expect(new Set(ids).size).toBe(1);
});

test('what was taken back while pending and is sent after all is one enquiry', async ({ page }) => {
  const { form, held } = await openPending(page);
  await form.cancel.click();
  await page.getByRole('button', { name: 'Zet alles terug' }).click();
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();

  // The next one is another enquiry, even with the same words.
  await page.getByRole('button', { name: 'Stuur nog een bericht' }).click();
  await form.makeReady();
  await form.submit.click();
  await expect.poll(() => held.length).toBe(3);
  const [first, second, third] = form.posts.map((post) => post.headers()['idempotency-key']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  await held[2]?.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();
});

test('Annuleren after a reload while pending can be taken back too', async ({ page }) => {
  const { form } = await openPending(page);
  await page.reload();
  await expect(form.message('pending')).toBeVisible();
  await form.cancel.click();
  await page.getByRole('button', { name: 'Zet alles terug' }).click();
  await expect(form.field('Naam *')).toHaveValue("Zoë Ĳsbrandt-D'Hondt");
});

test('a form is filled in and sent by keyboard alone', async ({ page }) => {
  await makeCaptchaEasy(page);
  await page.route(MAIL, accept);
  const form = await new FormPage(page).open();
  await form.field('Email *').focus();
  await page.keyboard.type('zoe@voorbeeld.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Peeters');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Zoë');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Part');
  await expect(form.field('Voor')).toHaveValue('Particulier');
  while (!(await form.field('Bericht *').evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('Graag een voorstel.');
  await expect(form.submit).toBeEnabled();
  while (!(await form.submit.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(form.message('success')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Stuur nog een bericht' })).toBeFocused();
});

test('Enter in a field sends a finished form', async ({ page }) => {
  const form = await openReady(page, accept);
  await form.field('Naam *').press('Enter');
  await expect(form.message('success')).toBeVisible();
  expect(form.posts).toHaveLength(1);
});

for (const [how, twice] of [
  ['a double click', (form: FormPage) => form.submit.dblclick({ noWaitAfter: true })],
  [
    'Enter twice',
    (form: FormPage) =>
      form.field('Naam *').evaluate((field) => {
        for (let time = 0; time < 2; time += 1) {
          field.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
          );
        }
      }),
  ],
  [
    'two submissions in one breath',
    (form: FormPage) =>
      form.form.evaluate((element: HTMLFormElement) => {
        element.requestSubmit();
        element.requestSubmit();
      }),
  ],
] as const) {
  test(`${how} is one enquiry`, async ({ page }) => {
    const { held, handler } = holdAnswers();
    const form = await openReady(page, handler);
    await twice(form);
    await expect(form.message('pending')).toBeVisible();
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.fulfill({ status: 202 });
    await expect(form.message('success')).toBeVisible();
    expect(form.posts).toHaveLength(1);
  });
}

test('a reload while pending takes the submission up again, under its own id', async ({ page }) => {
  const { form, held } = await openPending(page);
  await page.reload();
  await expect(form.message('pending')).toBeVisible();
  await expect.poll(() => held.length).toBe(2);
  const [first, second] = held.map((route) => route.request());
  expect(second?.headers()['idempotency-key']).toBe(first?.headers()['idempotency-key']);
  expect(second?.postData()).toBe(first?.postData());
  await held[1]?.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();

  await page.unroute(MAIL);
  await page.reload();
  await form.waitUntilTakenOver();
  await expect(form.form).toBeVisible();
  await expect(form.field('Email *')).toHaveValue('');
});

test('leaving while pending and coming back is one enquiry', async ({ page, watch }) => {
  watch.allow(/ViewTransition/);
  const { form, held } = await openPending(page);
  await page.goto('/feesten');
  await page.goBack();
  await expect(form.message('pending')).toBeVisible();
  await expect.poll(() => new Set(form.posts.map((post) => post.postData())).size).toBe(1);
  await expect.poll(() => held.length).toBeGreaterThan(1);
  for (const route of held.slice(1)) await route.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();
  const ids = form.posts.map((post) => post.headers()['idempotency-key']);
  expect(new Set(ids).size).toBe(1);
  await page.goForward();
  await page.goBack();
  await expect.poll(() => new Set(form.posts.map((post) => post.postData())).size).toBe(1);
});

test('Annuleren while pending takes the call back and empties the form', async ({ page }) => {
  const { held, handler } = holdAnswers();
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.failure()?.errorText ?? ''));
  const form = await openReady(page, handler);
  await form.submit.click();
  await expect.poll(() => held.length).toBe(1);
  await form.cancel.click();
  await expect(form.form).toBeVisible();
  await expect(form.field('Email *')).toHaveValue('');
  await expect.poll(() => failed).toEqual(['net::ERR_ABORTED']);
  await page.reload();
  await form.waitUntilTakenOver();
  await expect(form.form).toBeVisible();
  expect(form.posts).toHaveLength(1);
});

test('Annuleren empties the form, and can be taken back as long as it is empty', async ({
  page,
}) => {
  await makeCaptchaEasy(page);
  const form = await new FormPage(page).open();
  await form.makeReady();
  await form.field('Betreft').selectOption('Receptie');
  await form.cancel.click();
  await expect(form.form).toBeFocused();
  await expect(form.field('Bericht *')).toHaveValue('');
  await expect(form.field('Betreft')).toHaveValue('');
  await expect(form.submit).toBeDisabled();
  expect(await form.describedBy('Email *')).toBe('');
  const note = page.getByRole('status').filter({ hasText: 'Het formulier is leeggemaakt.' });
  await expect(note).toBeInViewport();
  await note.getByRole('button', { name: 'Zet alles terug' }).click();
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel, € 35 p.p. 🥂');
  await expect(form.field('Betreft')).toHaveValue('Receptie');
  await expect(note).toBeHidden();

  await form.cancel.click();
  await expect(note).toBeVisible();
  await form.field('Naam *').fill('Iemand anders');
  await expect(note).toBeHidden();
  await form.field('Naam *').fill('');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Kies een datum in de kalender' }).click();
  await page.getByRole('gridcell').getByRole('button').nth(10).click();
  await expect(note).toBeHidden();
});

test('a network that fails once is not the visitor’s concern', async ({ page, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  let tries = 0;
  const form = await openReady(page, (route) => {
    tries += 1;
    return tries === 1 ? route.abort('internetdisconnected') : accept(route);
  });
  await form.submit.click();
  await expect(form.message('success')).toBeVisible();
  const ids = form.posts.map((post) => post.headers()['idempotency-key']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('a busy server is asked again when it says, and no later than it would help', async ({
  page,
  watch,
}) => {
  watch.allow(/429|503/);
  const answers = [
    { status: 503, headers: { 'Retry-After': '1' } },
    { status: 429, headers: { 'Retry-After': '3600' } },
  ];
  const form = await openReady(page, (route) => route.fulfill(answers.shift() ?? { status: 202 }));
  await form.submit.click();
  await expect(form.message('error')).toBeVisible();
  expect(form.posts).toHaveLength(2);
});

test('what was typed can be copied whole, also when it does not fit in a mail link', async ({
  page,
  watch,
}) => {
  watch.allow(/422/);
  const form = await openReady(page, (route) => route.fulfill({ status: 422 }));
  const message = 'Een lang verhaal over ons feest.\n'.repeat(150);
  await form.field('Bericht *').fill(message);
  await form.submit.click();
  const show = page.getByText('Toon alles wat je schreef, om te kopiëren');
  await show.click();
  const whole = page.getByRole('textbox', { name: 'Toon alles wat je schreef, om te kopiëren' });
  expect(await whole.inputValue()).toContain(message);
});

test('the real server takes the enquiry, with the anti-forgery header', async ({ page }) => {
  const form = await new FormPage(page).open();
  await form.makeReady();
  const answer = page.waitForResponse((response) => response.url().includes('/api/mail/'));
  await form.submit.click();
  expect((await answer).status()).toBe(202);
  await expect(form.message('success')).toBeVisible();
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
  expect(cookie).toBeTruthy();
  expect(form.posts[0]?.headers()['x-xsrf-token']).toBe(cookie);
  const body = form.posts[0]?.postDataJSON();
  expect(Object.keys(body).toSorted()).toEqual(['email', 'message', 'name', 'recaptcha', 'token']);
  expect(body.token).toBe(body.recaptcha);
});
