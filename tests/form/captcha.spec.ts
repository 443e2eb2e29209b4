import { holdRoute } from '../support/browser/browser-test.ts';
import { messages } from '../support/content/fixture-site.ts';
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
const { start, verifying, verified, expired, failed } = messages.captcha;

onPhone(() => {
  test('the captcha starts with the first input and shifts nothing', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const release = await holdRoute(page, CHALLENGE);
    const form = await new FormPage(page).open();
    const control = form.captcha.getByRole('button');
    await expect(control).toHaveText(start);
    expect(requested.filter((path) => /altcha|challenge/.test(path))).toEqual([]);
    await page.evaluate(() => document.fonts.ready);
    const top = () =>
      form.submit.evaluate((button) => button.getBoundingClientRect().top + scrollY);
    const before = await top();
    await form.field('name').fill(TYPED.name);
    await expect(control).toHaveText(`${verifying}…`);
    await expect(control).toHaveAttribute('aria-disabled', 'true');
    // The captcha cannot be started twice.
    await control.click({ force: true });
    expect(await top()).toBe(before);

    await test.step('Enter before it is solved shows that it is required', async () => {
      await form.fillRequired();
      await form.field('name').press('Enter');
      await expect(form.captchaProblem).toHaveText(messages.rules.captchaRequired);
      await expect(control).toBeFocused();
      expect(form.posts).toHaveLength(0);
    });

    release();
    await expect(control).toHaveText(verified, { timeout: 20_000 });
    await expect(form.submit).toBeEnabled();
    await expect(form.captchaProblem).toHaveText('');
    expect(requested.filter((path) => path.endsWith('/challenge'))).toHaveLength(1);
  });
});

test('an expired result is not sent', async ({ page }) => {
  await makeCaptchaEasy(page);
  const load = await holdRoute(page, '**/altcha-worker*.js');
  const form = await new FormPage(page).openWithClockStopped();
  const startMs = await page.evaluate(() => Date.now());
  const setMinute = (minute: number) => page.clock.setSystemTime(startMs + minute * 60_000);
  const expectExpired = async () => {
    await expect(form.captchaProblem).toHaveText(expired);
    await expect(form.submit).toBeDisabled();
    await form.expectMissing(messages.captcha.label);
  };
  const pressKey = async () => {
    await form.field('message').press('!');
    await expect(form.submit).toBeEnabled();
    await expect(form.captchaProblem).toHaveText('');
  };
  await test.step('a slow device solved it too late; the next key requests another', async () => {
    const worker = page.waitForRequest('**/altcha-worker*.js');
    await form.fillRequired();
    await worker;
    await setMinute(20);
    load();
    await expectExpired();
    await pressKey();
  });
  await test.step('20 s before its ten minutes end', async () => {
    await page.clock.runFor(575_000);
    await expect(form.submit).toBeEnabled();
    await page.clock.runFor(10_000);
    await expectExpired();
    await pressKey();
  });
  await test.step('after the device slept, when its timers did not run', async () => {
    await setMinute(120);
    await form.submit.click();
    await expect(form.submit, 'with another result').toBeEnabled();
    expect(form.posts).toHaveLength(0);
  });
});

test('a failure is announced once and retried at most every 5 s', async ({ page, watch }) => {
  watch.allow(/503|AbortError/);
  let challenges = 0;
  await page.route(CHALLENGE, (route) => {
    challenges += 1;
    // The first request gets no response, and times out after 10 s.
    return challenges > 1 ? route.fulfill({ status: 503 }) : undefined;
  });
  const form = await new FormPage(page).openWithClockStopped();
  const control = form.captcha.getByRole('button');
  await form.field('message').press('a');
  await expect.poll(() => challenges).toBe(1);
  await page.clock.runFor(9_900);
  await expect(form.captchaProblem).toHaveText('');
  await page.clock.runFor(100);
  await expect(form.captchaProblem).toHaveText(failed);
  await expectContactLinks(form.captcha);
  const announced = await listenTo(form.captchaProblem);
  const place = await form.submit.boundingBox();
  for (const [waitMs, requests] of [
    [0, 1],
    [4_000, 1],
    [1_000, 2],
    [4_000, 2],
    [1_000, 3],
  ] as const) {
    await page.clock.runFor(waitMs);
    await form.field('message').pressSequentially(' Of vijftig.');
    await expect.poll(() => challenges).toBe(requests);
    await expect(control).toHaveText(start);
  }
  expect(await announced()).toEqual([]);
  expect(await form.submit.boundingBox()).toEqual(place);

  await form.fillRequired();
  await form.field('name').press('Enter');
  await expect(control).toBeFocused();
  await expect(form.captchaProblem).toHaveText(failed);
  expect(form.posts).toHaveLength(0);

  await page.unroute(CHALLENGE);
  await makeCaptchaEasy(page);
  await control.click();
  await expect(control).toHaveText(verified);
  await expect(form.captchaProblem).toHaveText('');
  await expect(form.submit).toBeEnabled();
});
