import type { Route } from '@playwright/test';
import { content, words } from '../support/site.ts';
import {
  expect,
  FormPage,
  holdAnswers,
  MAIL,
  makeCaptchaEasy,
  onPhone,
  openReady,
  TYPED,
  test,
} from './form-page.ts';
import { rgb } from './rgb.ts';

/** Two submits in the same task. */
const TWICE: Record<string, (form: FormPage) => Promise<unknown>> = {
  'a double click': (form) => form.submit.dblclick({ noWaitAfter: true }),
  'Enter twice': (form) =>
    form.field('name').evaluate((field) => {
      for (let time = 0; time < 2; time += 1) {
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
        );
      }
    }),
  'two submissions': (form) =>
    form.form.evaluate((element: HTMLFormElement) => {
      element.requestSubmit();
      element.requestSubmit();
    }),
};

/** Expects the message in view and focused, with its own icon and colour. */
async function expectMessage(
  form: FormPage,
  kind: 'pending' | 'success' | 'error',
  icon: string,
  color: string,
): Promise<void> {
  await expect(form.message(kind)).toBeInViewport();
  await expect(form.form).toBeHidden();
  const shape = form.page.locator(`[data-kind=${kind}] svg[data-icon]`);
  await expect(shape).toHaveAttribute('data-icon', icon);
  await expect(shape).toHaveCSS('stroke', rgb(color));
}

onPhone(() => {
  test('what is sent, even twice in one breath, is one enquiry, and succeeds only by the server’s yes', async ({
    page,
  }) => {
    const { colors } = content.brand;
    const { held, hold } = holdAnswers();
    const form = await openReady(page, hold);
    for (const [how, send] of Object.entries(TWICE)) {
      await test.step(how, async () => {
        const before = held.length;
        await form.makeReady();
        await send(form);
        await expectMessage(form, 'pending', 'hourglass', colors.secondary);
        await expect(form.message('pending')).toBeFocused();
        await expect(form.message('success')).toBeHidden();
        await expect.poll(() => held.length).toBe(before + 1);
        await held.at(-1)?.fulfill({ status: 202 });
        await expectMessage(form, 'success', 'check', colors.success);
        await expect(form.message('success')).toBeFocused();
        expect(form.posts).toHaveLength(before + 1);
        // Otherwise 'back' would offer to send the same enquiry again.
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
    expect(new Set(form.sentIds()).size).toBe(held.length);
  });
});

test('a refusal loses nothing: a mail, a copy, undo, and a reload have what was typed', async ({
  page,
  watch,
}) => {
  watch.allow(/422/);
  const [subject = ''] = words.options.productType;
  const form = await openReady(page, (route) => route.fulfill({ status: 422 }));
  await form.field('date').fill('5/3/2027');
  await form.field('productType').selectOption(subject);
  await form.submit.click();
  await expectMessage(form, 'error', 'cross', content.brand.colors.error);
  await expect(form.message('error')).toBeFocused();

  await test.step('as a mail', async () => {
    const mail = page.getByRole('link', { name: words.form.mailInstead });
    const { protocol, pathname, searchParams } = new URL((await mail.getAttribute('href')) ?? '');
    expect(protocol + pathname).toBe(`mailto:${content.company.email}`);
    expect(searchParams.get('subject')).toBe(words.form.mailSubject);
    const { fields } = words;
    expect(searchParams.get('body')).toBe(
      [
        `${fields.email}: ${TYPED.email}`,
        `${fields.name}: ${TYPED.name}`,
        `${fields.productType}: ${subject}`,
        `${fields.date}: 5-3-2027`,
        '',
        TYPED.message,
      ].join('\r\n'),
    );
  });

  const long = 'Een lang verhaal over ons feest.\n'.repeat(120);
  await test.step('by undo, since a new try clears the form as specified', async () => {
    await page.getByRole('button', { name: words.form.retry }).click();
    await expect(form.form).toBeVisible();
    await expect(form.field('message')).toHaveValue('');
    await form.undo.click();
    await expect(form.field('message')).toHaveValue(TYPED.message);
    await form.field('message').fill(long);
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await expect(form.message('error')).toBeVisible();
  });
  await test.step('to be copied whole, also when it does not fit in a mail link', async () => {
    await page.getByText(words.form.mailWhole).click();
    const whole = page.getByRole('textbox', { name: words.form.mailWhole });
    expect(await whole.inputValue()).toContain(long);
  });
  await test.step('after a reload, which sends nothing by itself', async () => {
    await page.reload();
    await form.waitUntilTakenOver();
    await expect(form.form).toBeVisible();
    await expect(form.field('message')).toHaveValue(long);
    await expect(form.field('date')).toHaveValue('05/03/2027');
    await expect(form.field('productType')).toHaveValue(subject);
    expect(form.posts).toHaveLength(2);
  });
  await test.step('and what may have arrived after all goes out under the same id', async () => {
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

test('a network that fails is not the visitor’s concern, and a busy server is asked when it says', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|429|503/);
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort('internetdisconnected'),
    (route) => route.fulfill({ status: 202 }),
    (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '1' } }),
    // Later than it would help.
    (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '3600' } }),
  ];
  await makeCaptchaEasy(page);
  await page.route(MAIL, (route) => answers.shift()?.(route));
  const form = await new FormPage(page).openWithClockStopped();
  const outcome = (kind: 'success' | 'error') =>
    expect(async () => {
      await page.clock.runFor(500);
      await expect(form.message(kind)).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [50] });
  await form.makeReady();
  await form.submit.click();
  await outcome('success');
  const [first, second] = form.sentIds();
  expect(second).toBe(first);

  await form.again.click();
  await form.makeReady();
  await form.submit.click();
  await outcome('error');
  expect(form.posts).toHaveLength(4);
});

onPhone(() => {
  test('a form that was emptied can be had back as long as it is empty', async ({ page }) => {
    await makeCaptchaEasy(page);
    const [subject = ''] = words.options.productType;
    const form = await new FormPage(page).open();
    await form.makeReady();
    await form.field('productType').selectOption(subject);
    await form.cancel.click();
    await expect(form.form).toBeFocused();
    await expect(form.field('message')).toHaveValue('');
    await expect(form.field('productType')).toHaveValue('');
    await expect(form.submit).toBeDisabled();
    expect(await form.describedBy('email')).toBe('');
    const note = page.getByRole('status').filter({ hasText: words.form.cleared });
    await expect(note).toBeInViewport();
    await form.undo.click();
    await expect(form.field('message')).toHaveValue(TYPED.message);
    await expect(form.field('productType')).toHaveValue(subject);
    await expect(note).toBeHidden();

    await form.cancel.click();
    await expect(note).toBeVisible();
    await form.field('name').fill('Iemand anders');
    await expect(note).toBeHidden();
    await form.field('name').fill('');
    await expect(note).toBeVisible();
    // The error that appears on blur must not shift the controls below it.
    const farBelow = () =>
      form.form.evaluate((element: HTMLFormElement) => {
        const [name, date] = ['name', 'date'].map((field) => element.elements.namedItem(field));
        if (!(name instanceof Element && date instanceof Element)) throw new Error('Not there');
        return date.getBoundingClientRect().top - name.getBoundingClientRect().top;
      });
    const before = await farBelow();
    await form.openCalendar.click();
    await expect(page.getByText(words.rules.nameRequired).first()).toBeAttached();
    expect(await farBelow()).toBeCloseTo(before);
    await form.calendar.getByRole('gridcell').getByRole('button').nth(10).click();
    await expect(note).toBeHidden();
  });
});
