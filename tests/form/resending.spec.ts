import type { Page, Route } from '@playwright/test';
import { SUBJECT_FIELD, SUBJECT_PARAMETER } from '../../enquiry/fields.ts';
import { formPath, privacyPath, words } from '../support/site.ts';
import {
  expect,
  FormPage,
  holdAnswers,
  MAIL,
  makeCaptchaEasy,
  openReady,
  TYPED,
  test,
} from './form-page.ts';

/* Visitors' actions while an enquiry is being sent: it always remains one enquiry. */

/** A form whose enquiry was sent but not answered. */
async function openPending(page: Page): Promise<{ form: FormPage; held: Route[] }> {
  const { held, hold } = holdAnswers();
  const form = await openReady(page, hold);
  await form.submit.click();
  await expect.poll(() => held.length).toBe(1);
  return { form, held };
}

test('what was taken back while pending and is sent after all is one enquiry', async ({ page }) => {
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.failure()?.errorText ?? ''));
  const { form, held } = await openPending(page);
  await form.cancel.click();
  await expect(form.form).toBeVisible();
  await expect(form.field('email')).toHaveValue('');
  await expect.poll(() => failed).toEqual(['net::ERR_ABORTED']);
  await form.undo.click();
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();

  await test.step('the next one is another, even with the same words', async () => {
    await form.again.click();
    await form.makeReady();
    await form.submit.click();
    await expect.poll(() => held.length).toBe(3);
    const [first, second, third] = form.sentIds();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
  await test.step('what was taken back does not go out by a reload', async () => {
    await form.cancel.click();
    await page.reload();
    await form.waitUntilTakenOver();
    await expect(form.form).toBeVisible();
    expect(form.posts).toHaveLength(3);
  });
});

test('a reload while pending takes the submission up again, under its own id', async ({ page }) => {
  const { form, held } = await openPending(page);
  await page.reload();
  await expect(form.message('pending')).toBeVisible();
  await expect.poll(() => held.length).toBe(2);
  const [first, second] = form.posts;
  expect(second?.postData()).toBe(first?.postData());
  expect(new Set(form.sentIds()).size).toBe(1);

  await test.step('where it can be taken back too', async () => {
    await form.cancel.click();
    await form.undo.click();
    await expect(form.field('name')).toHaveValue(TYPED.name);
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await expect.poll(() => held.length).toBe(3);
  });
  await test.step('and what succeeded does not come back', async () => {
    await held[2]?.fulfill({ status: 202 });
    await expect(form.message('success')).toBeVisible();
    await page.unroute(MAIL);
    await page.reload();
    await form.waitUntilTakenOver();
    await expect(form.form).toBeVisible();
    await expect(form.field('email')).toHaveValue('');
    expect(form.posts).toHaveLength(3);
  });
});

test('looking at another page and coming back keeps what was typed, and what is pending', async ({
  page,
  watch,
}) => {
  watch.allow(/ViewTransition/);
  await makeCaptchaEasy(page);
  const { held, hold } = holdAnswers();
  await page.route(MAIL, hold);
  const [asked = '', chosen = ''] = words.options[SUBJECT_FIELD];
  const form = await new FormPage(page).open(
    `${formPath}?${SUBJECT_PARAMETER}=${encodeURIComponent(asked)}`,
  );
  await form.fillRequired();
  await form.field(SUBJECT_FIELD).selectOption(chosen);
  const others = { date: '05/03/2027', number: '12 bus 3', personCount: '85' } as const;
  const names = Object.keys(others) as (keyof typeof others)[];
  for (const name of names) await form.field(name).fill(others[name]);

  await page.goto(privacyPath);
  await page.goBack();
  await form.waitUntilTakenOver();
  await expect(form.field(SUBJECT_FIELD)).toHaveValue(chosen);
  await expect(form.field('message')).toHaveValue(TYPED.message);
  for (const name of names) await expect(form.field(name)).toHaveValue(others[name]);
  // Restored values start the captcha.
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect.poll(() => held.length).toBe(1);
  await page.goto(privacyPath);
  await page.goBack();
  await expect(form.message('pending')).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(1);
  for (const route of held.slice(1)) await route.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();
  await page.goForward();
  await page.goBack();
  await form.waitUntilTakenOver();
  expect(new Set(form.posts.map((post) => post.postData())).size).toBe(1);
  expect(new Set(form.sentIds()).size).toBe(1);
});
