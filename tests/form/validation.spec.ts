import { MAX_LENGTH } from '../../enquiry/enquiry.ts';
import type { VisibleFieldName } from '../../enquiry/fields.ts';
import { fillIn } from '../../release/text.ts';
import { content, messages } from '../support/content/fixture-site.ts';
import {
  expect,
  FormPage,
  listenTo,
  makeCaptchaEasy,
  onDesktopAndPhone,
  TYPED,
  test,
} from './form-page.ts';

const { fields, rules } = messages;

test('a field announces its error once, on blur', async ({ page }) => {
  const form = await new FormPage(page).open();
  const email = form.field('email');
  const announced = await listenTo(page.locator('#enquiry-email-error[aria-live=polite]'));
  await email.focus();
  await email.pressSequentially('zoe@');
  expect(await form.describedBy('email')).toBe('');
  await form.field('name').focus();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  expect(await form.describedBy('email')).toBe(rules.emailInvalid);
  expect(await announced()).toEqual([rules.emailInvalid]);
  await form.field('firstName').focus();
  await expect.poll(() => form.describedBy('name')).toBe(rules.nameRequired);

  await email.pressSequentially('voorbeeld.example');
  await expect(email).not.toHaveAttribute('aria-invalid');
  expect(await form.describedBy('email')).toBe('');
  expect(await announced()).toEqual([rules.emailInvalid, '']);
});

test('fields that the browser fills together are all read', async ({ page }) => {
  const form = await new FormPage(page).open();
  await form.expectMissing(fields.email, fields.name, fields.message, messages.captcha.label);
  await page.evaluate((typed) => {
    for (const [name, text] of Object.entries(typed)) {
      const control = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
      if (!control) throw new Error(name);
      control.value = text;
      control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, TYPED);
  await expect(form.missing).not.toContainText(fields.email);
  await expect(form.missing).not.toContainText(fields.name);
  await expect(form.missing).not.toContainText(fields.message);
});

onDesktopAndPhone(() => {
  test('the button is disabled while listed fields are missing or invalid', async ({ page }) => {
    await makeCaptchaEasy(page);
    const form = await new FormPage(page).open();
    const bar = await page.getByRole('banner').boundingBox();
    /** Expects the field focused, with its label visible below the fixed bar. */
    const expectJumpTo = async (field: VisibleFieldName) => {
      await expect(form.field(field)).toBeFocused();
      await expect(form.field(field)).toBeInViewport();
      const label = page.locator(`label[for=enquiry-${field}]`);
      await expect
        .poll(async () => (await label.boundingBox())?.y)
        .toBeGreaterThanOrEqual(bar?.height ?? 0);
    };
    await form.expectMissing(fields.email, fields.name, fields.message, messages.captcha.label);
    await expect(form.submit).toBeDisabled();
    await form.missing.getByRole('link', { name: fields.name }).click();
    await expectJumpTo('name');
    // The captcha solves itself once the visitor starts on the form.
    await form.expectMissing(fields.email, fields.name, fields.message);

    await test.step('Enter moves to the first wrong field and shows all errors', async () => {
      await form.field('email').fill(TYPED.email);
      await form.field('personCount').fill('veel');
      await form.field('personCount').press('Enter');
      await expectJumpTo('name');
      expect(await form.describedBy('name')).toBe(rules.nameRequired);
      expect(await form.describedBy('personCount')).toBe(rules.countInvalid);
      expect(await form.describedBy('message')).toBe(rules.messageRequired);
      expect(await form.describedBy('email')).toBe('');
      await form.field('name').fill(TYPED.name);
      await form.field('name').press('Enter');
      await expectJumpTo('personCount');
      await form.field('personCount').fill('');
    });
    await test.step('Enter in the message is a new line', async () => {
      await form.field('message').pressSequentially('Dag,\nTot gauw');
      await expect(form.field('message')).toHaveValue('Dag,\nTot gauw');
      await expect(form.field('message')).toBeFocused();
    });

    await expect(form.missing).toBeHidden();
    await expect(form.submit).toBeEnabled();
    await form.field('date').fill('morgen');
    await expect(form.wrong).toHaveText(`${messages.form.wrong} ${fields.date}`);
    await expect(form.submit).toBeDisabled();
    await form.wrong.getByRole('link').click();
    await expectJumpTo('date');
    await form.field('date').fill('');

    await test.step('a message that is too long shows by how much while typing', async () => {
      const message = form.field('message');
      const note = (text: string, count: number) =>
        fillIn(text, { count: new Intl.NumberFormat(content.site.locale).format(count) });
      const { charactersLeft, charactersOver } = messages.form;
      for (const [left, described] of [
        [601, ''],
        [600, note(charactersLeft, 600)],
      ] as const) {
        await message.fill('a'.repeat(MAX_LENGTH.text - left));
        await expect.poll(() => form.describedBy('message')).toBe(described);
      }
      await message.fill('山'.repeat(MAX_LENGTH.text + 2));
      const over = note(charactersOver, 2);
      await expect.poll(() => form.describedBy('message')).toBe(`${rules.tooLong} ${over}`);
      await expect(form.submit).toBeDisabled();
      await message.press('End');
      for (let press = 0; press < 2; press++) await message.press('Backspace');
      await expect(message).not.toHaveAttribute('aria-invalid');
      await expect(form.submit).toBeEnabled();
    });
    expect(form.posts).toHaveLength(0);
  });
});
