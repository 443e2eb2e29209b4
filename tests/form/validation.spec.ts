import { MAX_LENGTH } from '../../enquiry/enquiry.ts';
import type { EnquiryRule, VisibleField } from '../../enquiry/fields.ts';
import { fillIn } from '../../enquiry/text.ts';
import { content, words } from '../support/site.ts';
import {
  expect,
  FormPage,
  listenTo,
  makeCaptchaEasy,
  onDeskAndPhone,
  TYPED,
  test,
} from './form-page.ts';

const { fields, rules } = words;

test('a field that is left says what is wrong with it, on the page and once aloud', async ({
  page,
}) => {
  const form = await new FormPage(page).open();
  const email = form.field('email');
  const spoken = await listenTo(page.locator('#enquiry-email-error[aria-live=polite]'));
  await email.focus();
  await email.pressSequentially('zoe@');
  expect(await form.describedBy('email')).toBe('');
  await form.field('name').focus();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  expect(await form.describedBy('email')).toBe(rules.emailInvalid);
  expect(await spoken()).toEqual([rules.emailInvalid]);
  await form.field('firstName').focus();
  await expect.poll(() => form.describedBy('name')).toBe(rules.nameRequired);

  await test.step('until it is mended', async () => {
    await email.pressSequentially('voorbeeld.example');
    await expect(email).not.toHaveAttribute('aria-invalid');
    expect(await form.describedBy('email')).toBe('');
    expect(await spoken()).toEqual([rules.emailInvalid, '']);
  });

  const wrong: [VisibleField, string, EnquiryRule][] = [
    ['email', '', 'emailRequired'],
    ['email', 'a@b', 'emailInvalid'],
    ['email', '"a b"@c.be', 'emailInvalid'],
    ['name', '   ', 'nameRequired'],
    ['message', '\n', 'messageRequired'],
    ['date', '31/02/2027', 'dateInvalid'],
    ['personCount', 'veel', 'countInvalid'],
    ['company', 'x'.repeat(MAX_LENGTH.line + 1), 'tooLong'],
  ];
  for (const [field, value, rule] of wrong) {
    await form.field(field).fill(value);
    await form.field(field).blur();
    await expect
      .poll(() => form.describedBy(field), `${field}: ${value.slice(0, 20)}`)
      .toBe(rules[rule]);
  }
});

onDeskAndPhone(() => {
  test('the button waits, and what is missing or wrong is named, and led to', async ({ page }) => {
    await makeCaptchaEasy(page);
    const form = await new FormPage(page).open();
    const bar = await page.getByRole('banner').boundingBox();
    /** The label is visible below the fixed bar. */
    const expectLedTo = async (field: VisibleField) => {
      await expect(form.field(field)).toBeFocused();
      await expect(form.field(field)).toBeInViewport();
      const label = page.locator(`label[for=enquiry-${field}]`);
      await expect
        .poll(async () => (await label.boundingBox())?.y)
        .toBeGreaterThanOrEqual(bar?.height ?? 0);
    };
    await form.expectMissing(fields.email, fields.name, fields.message, words.captcha.label);
    await expect(form.submit).toBeDisabled();
    await form.submit.hover();
    await expect(form.submit, 'waits under a pointer too').toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    );
    await form.missing.getByRole('link', { name: fields.name }).click();
    await expectLedTo('name');
    // The captcha solves itself once the visitor starts on the form.
    await form.expectMissing(fields.email, fields.name, fields.message);

    await test.step('Enter in an unfinished form leads to the first wrong field, which says why', async () => {
      await form.field('email').fill(TYPED.email);
      await form.field('personCount').fill('veel');
      await form.field('personCount').press('Enter');
      await expectLedTo('name');
      expect(await form.describedBy('name')).toBe(rules.nameRequired);
      expect(await form.describedBy('personCount')).toBe(rules.countInvalid);
      expect(await form.describedBy('message')).toBe(rules.messageRequired);
      expect(await form.describedBy('email')).toBe('');
      await form.field('name').fill(TYPED.name);
      await form.field('name').press('Enter');
      await expectLedTo('personCount');
      await form.field('personCount').fill('');
      await form.field('name').fill('');
    });

    await test.step('Enter in the message is a new line', async () => {
      await form.field('message').pressSequentially('Dag,\nTot gauw');
      await expect(form.field('message')).toHaveValue('Dag,\nTot gauw');
      await expect(form.field('message')).toBeFocused();
    });

    await form.fillRequired();
    await expect(form.missing).toBeHidden();
    await expect(form.submit).toBeEnabled();
    await form.field('date').fill('morgen');
    await expect(form.wrong).toHaveText(`${words.form.wrong} ${fields.date}`);
    await expect(form.missing).toBeHidden();
    await expect(form.submit).toBeDisabled();
    await form.wrong.getByRole('link').click();
    await expectLedTo('date');
    await form.field('date').fill('');

    await test.step('a text that becomes too long says so while one types, and how much', async () => {
      const message = form.field('message');
      const says = (words: string, count: number) =>
        fillIn(words, { count: new Intl.NumberFormat(content.site.locale).format(count) });
      await message.fill('a'.repeat(MAX_LENGTH.text - 20));
      await expect(page.getByText(says(words.form.charactersLeft, 20)).first()).toBeVisible();
      await message.fill('山'.repeat(MAX_LENGTH.text + 2));
      await expect(message).toHaveAttribute('aria-invalid', 'true');
      expect(await form.describedBy('message')).toBe(
        `${rules.tooLong} ${says(words.form.charactersOver, 2)}`,
      );
      await expect(form.submit).toBeDisabled();
      await message.press('End');
      for (let press = 0; press < 2; press++) await message.press('Backspace');
      await expect(message).not.toHaveAttribute('aria-invalid');
      await expect(form.submit).toBeEnabled();
    });
    expect(form.posts).toHaveLength(0);
  });
});
