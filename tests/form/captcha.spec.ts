import { watchShifts } from '../support/browser-test.ts';
import { words } from '../support/site.ts';
import {
  expect,
  expectContactLinks,
  FormPage,
  listenTo,
  makeCaptchaEasy,
  onPhone,
  TYPED,
  test,
} from './form-page.ts';

const CHALLENGE = '**/api/captcha/challenge';
const { start, verifying, verified, expired, failed } = words.captcha;

onPhone(() => {
  test('starts by itself when the visitor starts, says what it does, and moves nothing', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route(CHALLENGE, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    const shifts = await watchShifts(page);
    const form = await new FormPage(page).open();
    const control = form.captcha.getByRole('button');
    const solver = () => asked.filter((path) => /altcha|challenge/.test(path));
    await expect(control).toHaveText(start);
    expect(solver()).toEqual([]);
    await page.evaluate(() => document.fonts.ready);
    const place = await form.submit.evaluate(placeInDocument);
    const { length: shiftsBefore } = await shifts();
    await form.field('name').fill(TYPED.name);
    await expect(control).toHaveText(`${verifying}…`);
    await expect(control).toHaveAttribute('aria-disabled', 'true');
    // It cannot be started twice.
    await control.click({ force: true });
    await form.field('email').focus();
    expect(await form.submit.evaluate(placeInDocument)).toBe(place);
    expect(await shifts()).toHaveLength(shiftsBefore);

    await test.step('Enter before its result is there says that it is required', async () => {
      await form.fillRequired();
      await form.field('name').press('Enter');
      await expect(form.captchaProblem).toHaveText(words.rules.captchaRequired);
      await expect(control).toBeFocused();
      expect(form.posts).toHaveLength(0);
    });

    answer();
    await expect(control).toHaveText(verified, { timeout: 20_000 });
    await expect(form.submit).toBeEnabled();
    await expect(form.captchaProblem).toHaveText('');
    expect(solver().filter((path) => path.endsWith('/challenge'))).toHaveLength(1);
  });
});

test('a result whose time is over is not sent, however it came to be over', async ({ page }) => {
  await makeCaptchaEasy(page);
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/altcha-worker*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  const form = await new FormPage(page).openWithClockStopped();
  const expectExpired = async () => {
    await expect(form.captchaProblem).toHaveText(expired);
    await expect(form.submit).toBeDisabled();
    await form.expectMissing(words.captcha.label);
  };
  const pressKey = async () => {
    await form.field('message').press('!');
    await expect(form.submit).toBeEnabled();
    await expect(form.captchaProblem).toHaveText('');
  };
  await test.step('a slow device solved it too late; the next key asks for another', async () => {
    const worker = page.waitForRequest('**/altcha-worker*.js');
    await form.fillRequired();
    await worker;
    await page.clock.setSystemTime(new Date('2027-03-01T13:20:00Z'));
    letCome();
    await expectExpired();
    await pressKey();
  });
  await test.step('its ten minutes went by', async () => {
    await page.clock.runFor(9 * 60_000);
    await expect(form.submit).toBeEnabled();
    await page.clock.runFor(60_000);
    await expectExpired();
    await pressKey();
  });
  await test.step('the device slept', async () => {
    // Timers stand still while a device sleeps; its clock does not.
    await page.clock.setSystemTime(new Date('2027-03-01T15:00:00Z'));
    await form.submit.click();
    await expect(form.submit, 'with another result').toBeEnabled();
    expect(form.posts).toHaveLength(0);
  });
});

test('a challenge that does not come is said once, asked for again when the visitor goes on, and by hand at once', async ({
  page,
  watch,
}) => {
  watch.allow(/503|captcha could not be solved/);
  let challenges = 0;
  await page.route(CHALLENGE, (route) => {
    challenges += 1;
    return route.fulfill({ status: 503 });
  });
  const form = await new FormPage(page).openWithClockStopped();
  const control = form.captcha.getByRole('button');
  await form.field('message').press('a');
  await expect(form.captchaProblem).toHaveText(failed);
  await expectContactLinks(form.captcha);
  const spoken = await listenTo(form.captchaProblem);
  const place = await form.submit.boundingBox();
  await form.field('message').pressSequentially('Graag een voorstel.');
  expect(challenges).toBe(1);
  // The next key tries again, once 5 s have passed.
  for (const [waitMs, asked] of [
    [4_000, 1],
    [1_000, 2],
    [4_000, 2],
    [1_000, 3],
  ] as const) {
    await page.clock.runFor(waitMs);
    await form.field('message').pressSequentially(' Of vijftig.');
    await expect.poll(() => challenges).toBe(asked);
    await expect(control).toHaveText(start);
  }
  expect(await spoken()).toEqual([]);
  expect(await form.submit.boundingBox()).toEqual(place);

  await test.step('Enter leads to it', async () => {
    await form.fillRequired();
    await form.field('name').press('Enter');
    await expect(control).toBeFocused();
    await expect(form.captchaProblem).toHaveText(failed);
    expect(form.posts).toHaveLength(0);
  });
  await test.step('who asks need not wait', async () => {
    await page.unroute(CHALLENGE);
    await makeCaptchaEasy(page);
    await control.click();
    await expect(control).toHaveText(verified);
    await expect(form.captchaProblem).toHaveText('');
    await expect(form.submit).toBeEnabled();
  });
});

function placeInDocument(element: Element): number {
  return element.getBoundingClientRect().top + window.scrollY;
}
