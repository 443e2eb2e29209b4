import type { Page } from '@playwright/test';
import { expect, FormPage, makeCaptchaEasy, test } from './form-page.ts';

const STATUS = '**/api/status';
const NOTICE = 'Ons formulier is even niet bereikbaar.';

/** Keeps the server's answer to itself until the test calls what this returns: it is away. */
async function holdStatus(page: Page): Promise<() => void> {
  const { promise: mayAnswer, resolve } = Promise.withResolvers<void>();
  await page.route(STATUS, async (route) => {
    await mayAnswer;
    await route.fulfill({ status: 503 });
  });
  return resolve;
}

test('while the server is away a notice with phone and mail takes the form’s place', async ({
  page,
  watch,
}) => {
  watch.allow(/503/);
  await page.route(STATUS, (route) => route.fulfill({ status: 503 }));
  const form = new FormPage(page);
  await page.goto('/info');
  const notice = page.getByRole('status').filter({ hasText: NOTICE });
  await expect(notice).toBeVisible();
  await expect(form.form).toBeHidden();
  await expect(notice.getByRole('link', { name: '09 000 00 00' })).toHaveAttribute(
    'href',
    'tel:+3290000000',
  );
  await expect(notice.getByRole('link', { name: 'info@maanzaad.example' })).toHaveAttribute(
    'href',
    'mailto:info@maanzaad.example',
  );
});

test('what was typed survives the notice coming and going', async ({ page, watch }) => {
  watch.allow(/503/);
  let answer: (status: number) => void = () => {};
  await page.route(STATUS, async (route) => {
    const status = await new Promise<number>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status, body: status === 200 ? 'status ok' : '' });
  });
  // Not networkidle: the answer is withheld while the visitor types.
  const form = await new FormPage(page).open();
  await form.fillRequired();
  await form.field('Betreft').selectOption('Receptie');
  answer(503);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(form.form).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(async () => {
    answer(200);
    await expect(form.form).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(NOTICE)).toBeHidden();
  await expect(form.field('Naam *')).toHaveValue("Zoë Ĳsbrandt-D'Hondt");
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel, € 35 p.p. 🥂');
  await expect(form.field('Betreft')).toHaveValue('Receptie');
});

test('who is typing when the notice comes is led to it, and back to the field after', async ({
  page,
  watch,
}) => {
  watch.allow(/503/);
  const fail = await holdStatus(page);
  const form = await new FormPage(page).open();
  await form.field('Bericht *').pressSequentially('Graag een');
  fail();
  const notice = page.getByRole('status').filter({ hasText: NOTICE });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  await page.unroute(STATUS);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(form.field('Bericht *')).toBeFocused();
  await page.keyboard.type(' voorstel');
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel');
});

test('who takes a call back while the server is away is led to the notice', async ({
  page,
  watch,
}) => {
  watch.allow(/503/);
  const fail = await holdStatus(page);
  await makeCaptchaEasy(page);
  await page.route('**/api/mail/maanzaad', () => {});
  const form = await new FormPage(page).open();
  await form.makeReady();
  await form.submit.click();
  await expect(form.message('pending')).toBeFocused();
  const away = page.waitForResponse(STATUS);
  fail();
  await away;
  await form.cancel.click();
  const notice = page.getByRole('status').filter({ hasText: NOTICE });
  await expect(notice).toBeFocused();
  await page.unroute(STATUS);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(form.form).toBeFocused();
  await expect(page.getByRole('button', { name: 'Zet alles terug' })).toBeVisible();
});

test('the check repeats after 5 s, 10 s, 20 s, and not sooner', async ({ page, watch }) => {
  watch.allow(/503/);
  let checks = 0;
  await page.route(STATUS, (route) => {
    checks += 1;
    return route.fulfill(checks < 4 ? { status: 503 } : { body: '"status ok"' });
  });
  const form = await new FormPage(page).openWithClockStopped();
  for (const [seen, waitMs] of [
    [1, 5_000],
    [2, 10_000],
    [3, 20_000],
  ] as const) {
    await expect.poll(() => checks).toBe(seen);
    await expect(page.getByText(NOTICE)).toBeVisible();
    await page.clock.runFor(waitMs - 500);
    expect(checks).toBe(seen);
    await page.clock.runFor(1_000);
  }
  await expect.poll(() => checks).toBe(4);
  await expect(form.form).toBeVisible();
});

test('a silent server counts as away after 5 s', async ({ page }) => {
  await page.route(STATUS, () => {});
  const form = await new FormPage(page).openWithClockStopped();
  await page.clock.runFor(4_000);
  await expect(form.form).toBeVisible();
  await expect(page.getByText(NOTICE)).toBeHidden();
  await page.clock.runFor(2_000);
  await expect(page.getByText(NOTICE)).toBeVisible();
});

for (const [body, isShown] of [
  ['status ok', true],
  ['"status ok"\n', true],
  ['<h1>Welkom op ons wifi-netwerk</h1>', false],
] as const) {
  test(`an answer ${JSON.stringify(body)} ${isShown ? 'shows' : 'hides'} the form`, async ({
    page,
  }) => {
    await page.route(STATUS, (route) => route.fulfill({ body }));
    const form = new FormPage(page);
    const answered = page.waitForResponse(STATUS);
    await page.goto('/info');
    await answered;
    await expect(page.getByText(NOTICE)).toBeVisible({ visible: !isShown });
    await expect(form.form).toBeVisible({ visible: isShown });
  });
}
