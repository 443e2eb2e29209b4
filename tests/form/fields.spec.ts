import { FIELD_GROUPS, HONEYPOT, SUBJECT_FIELD, SUBJECT_PARAMETER } from '../../enquiry/fields.ts';
import { VISIBLE_FIELDS } from '../../site/form/fields/form-values.ts';
import { formPath, messages } from '../support/content/fixture-site.ts';
import { expect, FormPage, onDesktopAndPhone, test } from './form-page.ts';

const GROUPS = {
  you: messages.form.groupYou,
  party: messages.form.groupParty,
  message: messages.form.groupMessage,
};

onDesktopAndPhone(() => {
  test('every control has a label, a group and a suitable size and keyboard', async ({ page }) => {
    const form = await new FormPage(page).open();
    for (const group of FIELD_GROUPS) {
      const controls = page.getByRole('group', { name: GROUPS[group] }).locator('[name]');
      const names = controls.evaluateAll((all) => all.map((one) => one.getAttribute('name')));
      const fields = VISIBLE_FIELDS.filter((field) => field.group === group);
      expect(await names).toEqual(fields.map(({ name }) => name));
    }
    for (const { name, required } of VISIBLE_FIELDS) {
      const control = form.field(name);
      await expect.soft(control).not.toHaveAttribute('placeholder');
      if (required) await expect.soft(control).toHaveAttribute('aria-required', 'true');
      else await expect.soft(control).not.toHaveAttribute('aria-required');
      const box = await control.boundingBox();
      const label = await page.locator(`label[for=enquiry-${name}]`).boundingBox();
      expect.soft(box?.height, name).toBeGreaterThanOrEqual(48);
      expect.soft(box?.y, name).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0));
    }
    for (const [name, choices] of Object.entries(messages.options)) {
      const options = page.locator(`[name=${name}] option`);
      await expect.soft(options).toHaveText([messages.form.choose, ...choices]);
    }
    await expect(form.field('email')).toHaveAttribute('type', 'email');
    await expect(form.field('phone')).toHaveAttribute('type', 'tel');
    await expect(form.field('personCount')).toHaveAttribute('inputmode', 'numeric');
    // The numeric keyboard of an iPhone has no slash.
    await expect(form.field('date')).not.toHaveAttribute('inputmode');
    await expect(form.field('message')).toHaveAttribute('rows', '8');

    await test.step('the honeypot is neither visible nor focusable', async () => {
      const trap = page.locator(`[name=${HONEYPOT}]`);
      await expect(trap).toHaveAttribute('tabindex', '-1');
      await expect(trap).toHaveAttribute('autocomplete', 'off');
      const hidden = page.locator('[aria-hidden]', { has: trap });
      expect((await hidden.boundingBox())?.width).toBeLessThanOrEqual(1);
    });
  });
});

test('a link can preselect a listed subject only', async ({ page }) => {
  const [subject = ''] = messages.options[SUBJECT_FIELD];
  const form = new FormPage(page);
  for (const [asked, chosen] of [
    [encodeURIComponent(subject), subject],
    [encodeURIComponent(subject.toLowerCase()), ''],
    ['%FF', ''],
  ] as const) {
    await form.open(`${formPath}?${SUBJECT_PARAMETER}=${asked}&x=1#enquiry-email`);
    await expect(form.field(SUBJECT_FIELD), asked).toHaveValue(chosen);
  }
});
