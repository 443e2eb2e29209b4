import { SUBJECT_FIELD, SUBJECT_PARAMETER } from '../../enquiry/fields.ts';
import { holdRoute } from '../support/browser/browser-test.ts';
import { formPath, homePath, messages } from '../support/content/fixture-site.ts';
import { expect, FormPage, openReady, TYPED, test } from './form-page.ts';

test('a recalled enquiry does not overwrite what was typed while the page loaded', async ({
  page,
  watch,
}) => {
  watch.allow(/422/);
  const form = await openReady(page, (route) => route.fulfill({ status: 422 }));
  await form.submit.click();
  await expect(form.message('error')).toBeVisible();
  const load = await holdRoute(page, '**/assets/*.js');
  await page.goto(formPath, { waitUntil: 'commit' });
  await form.field('message').fill('Iets anders');
  load();
  await form.waitUntilHydrated();
  await expect(form.field('name')).toHaveValue(TYPED.name);
  await expect(form.field('message')).toHaveValue('Iets anders');
});

test('a subject that the visitor cleared stays cleared', async ({ page }) => {
  const [subject = ''] = messages.options[SUBJECT_FIELD];
  const link = `${formPath}?${SUBJECT_PARAMETER}=${encodeURIComponent(subject)}`;
  const form = await new FormPage(page).open(link);
  await expect(form.field(SUBJECT_FIELD)).toHaveValue(subject);
  await form.field(SUBJECT_FIELD).selectOption('');
  await page.goto(homePath);
  await page.goBack();
  await form.waitUntilHydrated();
  await expect(form.field(SUBJECT_FIELD)).toHaveValue('');
  await page.reload();
  await form.waitUntilHydrated();
  await expect(form.field(SUBJECT_FIELD)).toHaveValue('');
  await test.step('another visit by the link chooses it again', async () => {
    await page.goto(homePath);
    await form.open(link);
    await expect(form.field(SUBJECT_FIELD)).toHaveValue(subject);
  });
  await test.step('a cleared form too', async () => {
    await form.field('name').fill('Zoë');
    await form.cancel.click();
    await page.goto(homePath);
    await page.goBack();
    await form.waitUntilHydrated();
    await expect(form.field(SUBJECT_FIELD)).toHaveValue('');
  });
});

test('a form whose script does not load says so, and starts once it is used', async ({
  page,
  watch,
}) => {
  watch.allow(/could not be started|ERR_FAILED/);
  const SCRIPT = '**/assets/EnquiryForm-*.js';
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto(formPath);
  await expect(page.getByText(messages.form.unavailable).first()).toBeVisible();
  await expect(page.getByText(messages.form.late)).toBeHidden();
  await page.unroute(SCRIPT);
  const form = new FormPage(page);
  await form.field('name').fill('Zoë');
  await form.waitUntilHydrated();
  await expect(page.getByText(messages.form.unavailable)).toBeHidden();
  await expect(form.field('name')).toHaveValue('Zoë');
  await form.makeReady();
});
