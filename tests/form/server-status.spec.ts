import type { Page, Route } from '@playwright/test';
import { holdRoute } from '../support/browser/browser-test.ts';
import { messages } from '../support/content/fixture-site.ts';
import {
  expect,
  expectContactLinks,
  FormPage,
  holdRequests,
  onPhone,
  openReady,
  TYPED,
  test,
} from './form-page.ts';

const STATUS = '**/api/status';

/** Makes the server unavailable once the returned function is called. */
const holdStatus = (page: Page) =>
  holdRoute(page, STATUS, (route) => route.fulfill({ status: 503 }));

/** Makes the server available again and fires `online`. */
async function comeOnline(page: Page): Promise<void> {
  await page.unroute(STATUS);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

test('a notice replaces the form while the server is unavailable', async ({ page, watch }) => {
  watch.allow(/503/);
  let checks = 0;
  const handlers: ((route: Route) => unknown)[] = [
    // There is no response, which is a timeout of 5 s.
    () => {},
    (route) => route.fulfill({ status: 503 }),
    // A captive portal responds instead.
    (route) => route.fulfill({ body: '<h1>Welkom op ons netwerk</h1>' }),
    (route) => route.fulfill({ body: '"status ok"\n' }),
  ];
  await page.route(STATUS, (route) => {
    checks += 1;
    return handlers.shift()?.(route);
  });
  const form = await new FormPage(page).openWithClockStopped();
  await page.clock.runFor(4_000);
  await expect(form.form).toBeVisible();
  await expect(form.notice).toBeHidden();
  await page.clock.runFor(1_000);
  await expect(form.notice).toBeVisible();
  await expect(form.form).toBeHidden();
  await expectContactLinks(form.notice);
  await test.step('the check repeats after 5 s, 10 s and 20 s', async () => {
    for (const [seen, waitMs] of [
      [1, 5_000],
      [2, 10_000],
      [3, 20_000],
    ] as const) {
      await expect.poll(() => checks).toBe(seen);
      await expect(form.notice).toBeVisible();
      let waitedMs = 0;
      // The clock advances in steps, because a request takes time to arrive and the page waits from
      // the moment when it has read the response.
      await expect(async () => {
        await page.clock.runFor(500);
        waitedMs += 500;
        expect(checks).toBe(seen + 1);
      }).toPass({ intervals: [50] });
      expect(waitedMs).toBeGreaterThan(waitMs - 1_500);
      expect(waitedMs).toBeLessThan(2 * waitMs);
    }
  });
  await expect.poll(() => checks).toBe(4);
  await expect(form.form).toBeVisible();
  await expect(form.notice).toBeHidden();
});

onPhone(() => {
  test('the notice takes the focus and returns it with the input', async ({ page, watch }) => {
    watch.allow(/503/);
    const fail = await holdStatus(page);
    const [subject = ''] = messages.options.productType;
    const form = await new FormPage(page).open();
    await form.fillRequired();
    await form.field('productType').selectOption(subject);
    await form.field('message').focus();
    await page.keyboard.press('ControlOrMeta+End');
    fail();
    await expect(form.notice).toBeFocused();
    await expect(form.notice).toBeInViewport();
    await expect(form.form).toBeHidden();
    await comeOnline(page);
    await expect(form.field('message')).toBeFocused();
    await expect(form.notice).toBeHidden();
    await page.keyboard.type(' Tot gauw');
    await expect(form.field('message')).toHaveValue(`${TYPED.message} Tot gauw`);
    await expect(form.field('name')).toHaveValue(TYPED.name);
    await expect(form.field('productType')).toHaveValue(subject);
  });
});

test('the notice takes the focus after a cancelled request', async ({ page, watch }) => {
  watch.allow(/503/);
  const fail = await holdStatus(page);
  const form = await openReady(page, holdRequests().hold);
  await form.submit.click();
  await expect(form.message('pending')).toBeFocused();
  const responded = page.waitForResponse(STATUS);
  fail();
  await responded;
  await form.cancel.click();
  await expect(form.notice).toBeFocused();
  await comeOnline(page);
  await expect(form.form).toBeFocused();
  await expect(form.undo).toBeVisible();
});
