import type { Locator, Page, Route } from '@playwright/test';
import { content, messages, privacyPath } from '../support/content/fixture-site.ts';
import {
  expect,
  FormPage,
  holdRequests,
  MAIL,
  makeCaptchaEasy,
  onPhone,
  openReady,
  TYPED,
  test,
} from './form-page.ts';

/* `site/form/submission/send-enquiry.test.ts` tests retries in the browser. */

/** Ways to submit twice before the first submit has hidden the form. */
const TWICE: Record<string, (form: FormPage) => Promise<unknown>> = {
  'a double click': (form) => form.submit.dblclick({ noWaitAfter: true }),
  'Enter twice': (form) =>
    form.field('name').evaluate((field) => {
      for (let time = 0; time < 2; time += 1) {
        const options = { key: 'Enter', bubbles: true, cancelable: true };
        field.dispatchEvent(new KeyboardEvent('keydown', options));
      }
    }),
};

/** Expects the message in place of the form, in view and focused, with its icon and colour. */
async function expectMessage(
  form: FormPage,
  kind: 'pending' | 'success' | 'error',
  icon: string,
  color: string,
): Promise<void> {
  await expect(form.message(kind)).toBeInViewport();
  await expect(form.message(kind)).toBeFocused();
  await expect(form.form).toBeHidden();
  const drawing = form.page.locator(`[data-kind=${kind}] svg[data-icon]`);
  await expect(drawing).toHaveAttribute('data-icon', icon);
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  await expect(drawing).toHaveCSS('stroke', `rgb(${rgb.join(', ')})`);
}

test('the Enter that ends a composition does not send the form', async ({ page }) => {
  const form = await openReady(page, (route) => route.fulfill({ status: 202 }));
  await form.makeReady();
  const pressEnter = (keyCode: number) =>
    form.field('name').evaluate((field, keyCode) => {
      const options = { key: 'Enter', keyCode, bubbles: true, cancelable: true };
      return field.dispatchEvent(new KeyboardEvent('keydown', options));
    }, keyCode);
  // Safari sends this code after the end of the composition (site/form/EnquiryForm.tsx).
  expect(await pressEnter(229)).toBe(true);
  await expect(form.submit).toBeVisible();
  expect(await pressEnter(13)).toBe(false);
  await expect(form.message('success')).toBeVisible();
  expect(form.posts).toHaveLength(1);
});

onPhone(() => {
  test('two simultaneous submits send one enquiry', async ({ page }) => {
    const { colors } = content.brand;
    const { waiting, hold } = holdRequests();
    const form = await openReady(page, hold);
    for (const [how, send] of Object.entries(TWICE)) {
      await test.step(how, async () => {
        const before = waiting.length;
        await form.makeReady();
        await send(form);
        await expectMessage(form, 'pending', 'hourglass', colors.secondary);
        await expect(form.message('success')).toBeHidden();
        await expect.poll(() => waiting.length).toBe(before + 1);
        await waiting.at(-1)?.fulfill({ status: 202 });
        await expectMessage(form, 'success', 'check', colors.success);
        expect(form.posts).toHaveLength(before + 1);
        // If the fields kept their values, 'back' would offer to send the same enquiry again.
        await expect(page.locator('textarea')).toHaveValue('');

        await (how === 'Enter twice' ? form.cancel : form.again).click();
        await expect(form.form).toBeFocused();
        for (const field of ['email', 'name', 'message'] as const) {
          await expect(form.field(field)).toHaveValue('');
          expect(await form.describedBy(field)).toBe('');
        }
        await expect(form.submit).toBeDisabled();
        await expect(form.undo).toBeHidden();
      });
    }
    expect(new Set(form.sentIds()).size).toBe(waiting.length);
  });
});

const LONG_MESSAGE = 'Een lang verhaal over ons feest.\n'.repeat(120);

test.describe(() => {
  const [subject = ''] = messages.options.productType;
  let form: FormPage;

  test.beforeEach(async ({ page, watch }) => {
    watch.allow(/422/);
    form = await openReady(page, (route) => route.fulfill({ status: 422 }));
    await form.field('date').fill('5/3/2027');
    await form.field('productType').selectOption(subject);
  });

  async function sendRefused() {
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await expect(form.message('error')).toBeVisible();
  }

  test('after a refusal the message says so, and the enquiry can be mailed instead', async ({
    page,
  }) => {
    await sendRefused();
    await expectMessage(form, 'error', 'cross', content.brand.colors.error);
    const mail = page.getByRole('link', { name: messages.form.mailInstead });
    const { protocol, pathname, searchParams } = new URL((await mail.getAttribute('href')) ?? '');
    expect(protocol + pathname).toBe(`mailto:${content.company.email}`);
    expect(searchParams.get('body')).toContain(`${messages.fields.productType}: ${subject}\r\n`);
  });

  test('a copy of a refused enquiry shows everything, even if it does not fit in a mail link', async ({
    page,
  }) => {
    await form.field('message').fill(LONG_MESSAGE);
    await sendRefused();
    await page.getByText(messages.form.mailWhole).click();
    const whole = page.getByRole('textbox', { name: messages.form.mailWhole });
    expect(await whole.inputValue()).toContain(LONG_MESSAGE);
  });

  test('undo brings back what ‘Probeer opnieuw’ clears', async ({ page }) => {
    await sendRefused();
    await page.getByRole('button', { name: messages.form.retry }).click();
    await expect(form.form).toBeVisible();
    await expect(form.field('message')).toHaveValue('');
    await form.undo.click();
    await expect(form.field('message')).toHaveValue(TYPED.message);
  });

  test('a reload after a refusal keeps what was typed, and sends nothing automatically', async ({
    page,
  }) => {
    await form.field('message').fill(LONG_MESSAGE);
    await sendRefused();
    await page.reload();
    await form.waitUntilHydrated();
    await expect(form.form).toBeVisible();
    await expect(form.field('message')).toHaveValue(LONG_MESSAGE);
    await expect(form.field('date')).toHaveValue('05/03/2027');
    await expect(form.field('productType')).toHaveValue(subject);
    expect(form.posts).toHaveLength(1);
  });

  test('a refused enquiry keeps its id, because it may have arrived', async ({ page }) => {
    await sendRefused();
    await page.getByRole('button', { name: messages.form.retry }).click();
    await form.undo.click();
    await form.field('message').fill(LONG_MESSAGE);
    await sendRefused();
    await page.reload();
    await form.waitUntilHydrated();
    await page.unroute(MAIL);
    await page.route(MAIL, (route) => route.fulfill({ status: 202 }));
    // The captcha starts automatically, because the fields are filled in.
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await expect(form.message('success')).toBeVisible();
    const [first, changed, again] = form.sentIds();
    expect(changed).not.toBe(first);
    expect(again).toBe(changed);
  });
});

/** A form whose enquiry was sent and got no response. */
async function openPending(page: Page): Promise<{ form: FormPage; waiting: Route[] }> {
  const { waiting, hold } = holdRequests();
  const form = await openReady(page, hold);
  await form.submit.click();
  await expect.poll(() => waiting.length).toBe(1);
  return { form, waiting };
}

test('an enquiry cancelled while pending and sent again keeps its id', async ({ page }) => {
  const { form, waiting } = await openPending(page);
  const ended = page.waitForEvent('requestfailed', (request) => request === form.posts[0]);
  await form.cancel.click();
  await expect(form.field('email')).toHaveValue('');
  // The browser hangs up, so the server sees the end of the connection.
  await ended;
  await form.undo.click();
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect.poll(() => waiting.length).toBe(2);
  await waiting[1]?.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();

  await test.step('the next one has another id, even with the same text', async () => {
    await form.again.click();
    await form.makeReady();
    await form.submit.click();
    await expect.poll(() => waiting.length).toBe(3);
    const [first, second, third] = form.sentIds();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
  await test.step('a reload does not send what was cancelled', async () => {
    await form.cancel.click();
    await page.reload();
    await form.waitUntilHydrated();
    await expect(form.form).toBeVisible();
    expect(form.posts).toHaveLength(3);
  });
});

test('a reload while pending sends the same enquiry under the same id', async ({ page }) => {
  const { form, waiting } = await openPending(page);
  await page.reload();
  await expect(form.message('pending')).toBeVisible();
  await expect.poll(() => waiting.length).toBe(2);
  const [first, second] = form.posts;
  expect(second?.postData()).toBe(first?.postData());
  expect(new Set(form.sentIds()).size).toBe(1);

  await test.step('it can be cancelled and restored', async () => {
    await form.cancel.click();
    await form.undo.click();
    await expect(form.field('name')).toHaveValue(TYPED.name);
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await expect.poll(() => waiting.length).toBe(3);
  });
  await test.step('after success it does not come back', async () => {
    await waiting[2]?.fulfill({ status: 202 });
    await expect(form.message('success')).toBeVisible();
    await page.unroute(MAIL);
    await page.reload();
    await form.waitUntilHydrated();
    await expect(form.field('email')).toHaveValue('');
    expect(form.posts).toHaveLength(3);
  });
});

test('a visit to another page keeps the input and the pending enquiry', async ({ page, watch }) => {
  watch.allow(/ViewTransition/);
  await makeCaptchaEasy(page);
  const { waiting, hold } = holdRequests();
  await page.route(MAIL, hold);
  const [subject = ''] = messages.options.productType;
  const form = await new FormPage(page).open();
  await form.fillRequired();
  await form.field('productType').selectOption(subject);
  await form.field('date').fill('05/03/2027');
  await page.goto(privacyPath);
  await page.goBack();
  await form.waitUntilHydrated();
  await expect(form.field('productType')).toHaveValue(subject);
  await expect(form.field('message')).toHaveValue(TYPED.message);
  await expect(form.field('date')).toHaveValue('05/03/2027');
  // Restored values start the captcha.
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect.poll(() => waiting.length).toBe(1);
  await page.goto(privacyPath);
  await page.goBack();
  await expect(form.message('pending')).toBeVisible();
  await expect.poll(() => waiting.length).toBeGreaterThan(1);
  for (const route of waiting.slice(1)) await route.fulfill({ status: 202 });
  await expect(form.message('success')).toBeVisible();
  expect(new Set(form.posts.map((post) => post.postData())).size).toBe(1);
  expect(new Set(form.sentIds()).size).toBe(1);
});

onPhone(() => {
  test('clearing the form can be undone while it is empty', async ({ page }) => {
    await makeCaptchaEasy(page);
    const [subject = ''] = messages.options.productType;
    const form = await new FormPage(page).open();
    await form.makeReady();
    await form.field('productType').selectOption(subject);
    await form.cancel.click();
    await expect(form.form).toBeFocused();
    await expect(form.field('message')).toHaveValue('');
    await expect(form.field('productType')).toHaveValue('');
    await expect(form.submit).toBeDisabled();
    const note = page.getByRole('status').filter({ hasText: messages.form.cleared });
    await expect(note).toBeInViewport();
    await form.undo.click();
    await expect(form.field('message')).toHaveValue(TYPED.message);
    await expect(form.field('productType')).toHaveValue(subject);
    await expect(note).toBeHidden();

    await form.cancel.click();
    await form.field('name').fill('Iemand anders');
    await expect(note).toBeHidden();
    await form.field('name').fill('');
    await expect(note).toBeVisible();
    // The error that appears on blur must not shift the controls below it.
    const top = async (control: Locator) => (await control.boundingBox())?.y ?? 0;
    const distance = async () => (await top(form.field('date'))) - (await top(form.field('name')));
    const before = await distance();
    await form.openCalendar.click();
    await expect(page.getByText(messages.rules.nameRequired).first()).toBeAttached();
    expect(await distance()).toBeCloseTo(before);
    await form.calendar.getByRole('gridcell').getByRole('button').nth(10).click();
    await expect(note).toBeHidden();
  });
});
