import { watchShifts } from '../support/browser-test.ts';
import { expect, FormPage, listenTo, makeCaptchaEasy, test } from './form-page.ts';

const CHALLENGE = '**/api/captcha/challenge';
const FAILED = 'De controle lukt niet. Probeer het nog eens, of bel of mail ons gerust.';

test('starts by itself when the visitor starts, and moves nothing', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const shifts = await watchShifts(page);
  const form = await new FormPage(page).open();
  const solver = () => asked.filter((path) => /altcha|challenge/.test(path));
  await expect(form.captcha.getByRole('button')).toHaveText('Ik ben geen robot');
  expect(solver()).toEqual([]);
  const before = await form.submit.boundingBox();
  await form.field('Naam *').focus();
  await expect(form.captcha.getByRole('button')).toHaveText('In orde', { timeout: 20_000 });
  expect(solver()).toContain('/api/captcha/challenge');
  expect(await form.submit.boundingBox()).toEqual(before);
  expect(await shifts()).toEqual([]);
});

test('says that it works while it works, and cannot be started twice', async ({ page }) => {
  let challenges = 0;
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(CHALLENGE, async (route) => {
    challenges += 1;
    await mayAnswer;
    await route.continue();
  });
  const form = await new FormPage(page).open();
  const control = form.captcha.getByRole('button');
  await form.field('Naam *').focus();
  await expect(control).toHaveText('Even geduld, we controleren…');
  await expect(control).toHaveAttribute('aria-disabled', 'true');
  await control.click({ force: true });
  await form.field('Email *').focus();
  answer();
  await expect(control).toHaveText('In orde', { timeout: 20_000 });
  expect(challenges).toBe(1);
});

test('a result that expires is taken back, said, and asked for again on the next key', async ({
  page,
}) => {
  await makeCaptchaEasy(page);
  const form = await new FormPage(page).openWithClockStopped();
  await form.makeReady();
  await page.clock.runFor(9 * 60_000);
  await expect(form.submit).toBeEnabled();
  await page.clock.runFor(60_000);
  await expect(form.captchaProblem).toHaveText('De controle is verlopen. Probeer het nog eens.');
  await expect(form.submit).toBeDisabled();
  await expect(form.missing).toHaveText('Nog nodig: Controle tegen spam');
  await form.field('Bericht *').press('!');
  await expect(form.submit).toBeEnabled();
  await expect(form.captchaProblem).toHaveText('');
});

test('a device that slept past the result’s time does not send it', async ({ page }) => {
  await makeCaptchaEasy(page);
  const form = await new FormPage(page).openWithClockStopped();
  await form.makeReady();
  // Timers stand still while a device sleeps; its clock does not.
  await page.clock.setSystemTime(new Date('2027-03-01T14:00:00Z'));
  await expect(form.submit).toBeEnabled();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(form.captchaProblem).toHaveText('De controle is verlopen. Probeer het nog eens.');
  await expect(form.submit).toBeDisabled();
});

test('a challenge that does not come is said, and tried again by hand', async ({ page, watch }) => {
  watch.allow(/503|captcha could not be solved/);
  let challenges = 0;
  await page.route(CHALLENGE, (route) => {
    challenges += 1;
    return challenges === 1 ? route.fulfill({ status: 503 }) : route.continue();
  });
  const form = await new FormPage(page).open();
  await form.field('Naam *').focus();
  await expect(form.captchaProblem).toHaveText(FAILED);
  await form.captcha.getByRole('button', { name: 'Ik ben geen robot' }).click();
  await expect(form.captcha.getByRole('button')).toHaveText('In orde', { timeout: 20_000 });
});

test('a challenge that does not come is not asked for with every key', async ({ page, watch }) => {
  watch.allow(/503|captcha could not be solved/);
  let challenges = 0;
  await page.route(CHALLENGE, (route) => {
    challenges += 1;
    return route.fulfill({ status: 503 });
  });
  const form = await new FormPage(page).openWithClockStopped();
  await form.field('Bericht *').press('a');
  await expect(form.captchaProblem).toHaveText(FAILED);
  await expect(form.captcha.getByRole('link', { name: '09 000 00 00' })).toBeVisible();
  await expect(form.captcha.getByRole('link', { name: 'info@maanzaad.example' })).toBeVisible();
  const spoken = await listenTo(form.captchaProblem);
  const place = await form.submit.boundingBox();
  await form.field('Bericht *').pressSequentially('Graag een voorstel voor veertig gasten.');
  expect(challenges).toBe(1);
  // After 2 s the next key tries again, then after 4, 8 … 60.
  for (const [waitMs, asked] of [
    [2_000, 2],
    [2_000, 2],
    [2_000, 3],
  ] as const) {
    await page.clock.runFor(waitMs);
    await form.field('Bericht *').pressSequentially(' Of vijftig.');
    await expect.poll(() => challenges).toBe(asked);
    await expect(form.captcha.getByRole('button')).toHaveText('Ik ben geen robot');
  }
  expect(await spoken()).toEqual([]);
  expect(await form.submit.boundingBox()).toEqual(place);
  // Who asks need not wait.
  await form.captcha.getByRole('button').click();
  await expect.poll(() => challenges).toBe(4);
});

test('a challenge that a slow device solves too late is not sent', async ({ page }) => {
  await makeCaptchaEasy(page);
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/altcha-worker*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  const form = await new FormPage(page).openWithClockStopped();
  const worker = page.waitForRequest('**/altcha-worker*.js');
  await form.fillRequired();
  await worker;
  await page.clock.setSystemTime(new Date('2027-03-01T13:20:00Z'));
  letCome();
  await expect(form.captchaProblem).toHaveText('De controle is verlopen. Probeer het nog eens.');
  await expect(form.submit).toBeDisabled();
  await form.field('Bericht *').press('!');
  await expect(form.submit).toBeEnabled();
});

test('Enter without a result shows that it is required', async ({ page }) => {
  await page.route(CHALLENGE, () => {});
  const form = await new FormPage(page).open();
  await form.fillRequired();
  await form.field('Naam *').press('Enter');
  await expect(form.captchaProblem).toHaveText('Dit veld is verplicht');
  await expect(form.captcha.getByRole('button')).toBeFocused();
});

test('a second enquiry gets a captcha of its own', async ({ page }) => {
  const form = await new FormPage(page).open();
  for (const time of ['first', 'second']) {
    await form.makeReady();
    const answer = page.waitForResponse('**/api/mail/*');
    await form.submit.click();
    expect((await answer).status(), time).toBe(202);
    await page.getByRole('button', { name: 'Stuur nog een bericht' }).click();
  }
  const [first, second] = form.posts.map((post) => post.postDataJSON().token);
  expect(first).not.toBe(second);
});
