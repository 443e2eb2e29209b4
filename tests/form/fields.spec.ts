import {
  CAPTCHA_KEYS,
  FIELD_GROUPS,
  HONEYPOT,
  SUBJECT_FIELD,
  SUBJECT_PARAMETER,
} from '../../enquiry/fields.ts';
import { SHOWN_FIELDS, type ShownField } from '../../site/form/fields/form-values.ts';
import { formPath, words } from '../support/site.ts';
import { expect, FormPage, nameOf, onDeskAndPhone, TYPED, test } from './form-page.ts';

const GROUPS = {
  you: words.form.groupYou,
  party: words.form.groupParty,
  message: words.form.groupMessage,
};

/** All controls in the accessibility tree, in order. */
function accessibilityTree(): string {
  const { stringify } = JSON;
  const options: Record<string, string[]> = words.options;
  const control = ({ name, kind }: ShownField) => {
    if (kind === 'option') {
      const all = [
        `${stringify(words.form.choose)} [selected]`,
        ...(options[name] ?? []).map((one) => stringify(one)),
      ];
      return [
        `  - combobox ${stringify(nameOf(name))}:`,
        ...all.map((one) => `    - option ${one}`),
      ];
    }
    const opener = kind === 'date' ? [`  - button ${stringify(words.form.openCalendar)}`] : [];
    return [`  - textbox ${stringify(nameOf(name))}`, ...opener];
  };
  return [
    ...FIELD_GROUPS.flatMap((group) => [
      `- group ${stringify(GROUPS[group])}:`,
      ...SHOWN_FIELDS.filter((field) => field.group === group).flatMap(control),
    ]),
    `- group ${stringify(`${words.captcha.label} *`)}`,
    `- button ${stringify(words.form.submit)} [disabled]`,
    '- paragraph',
    `- button ${stringify(words.form.cancel)}`,
  ].join('\n');
}

onDeskAndPhone(() => {
  test('every control has its label and group, the right keyboard, and room for a thumb', async ({
    page,
  }) => {
    const form = await new FormPage(page).open();
    await expect.soft(form.form).toMatchAriaSnapshot(accessibilityTree());
    for (const { name, required } of SHOWN_FIELDS) {
      const control = form.field(name);
      await expect.soft(control).not.toHaveAttribute('placeholder');
      if (required) await expect.soft(control).toHaveAttribute('aria-required', 'true');
      else await expect.soft(control).not.toHaveAttribute('aria-required');
      const box = await control.boundingBox();
      const label = await page.locator(`label[for=enquiry-${name}]`).boundingBox();
      expect.soft(box?.height, name).toBeGreaterThanOrEqual(48);
      expect.soft(box?.y, name).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0));
    }
    await expect(form.field('email')).toHaveAttribute('type', 'email');
    await expect(form.field('phone')).toHaveAttribute('type', 'tel');
    await expect(form.field('personCount')).toHaveAttribute('inputmode', 'numeric');
    // The numeric keyboard of an iPhone has no slash.
    await expect(form.field('date')).not.toHaveAttribute('inputmode');
    await expect(form.field('message')).toHaveAttribute('rows', '8');

    await test.step('nobody can see or reach the honeypot', async () => {
      const trap = page.locator(`[name=${HONEYPOT}]`);
      await expect(trap).toHaveAttribute('tabindex', '-1');
      await expect(trap).toHaveAttribute('autocomplete', 'off');
      const hidden = page.locator('[aria-hidden]', { has: trap });
      expect((await hidden.boundingBox())?.width).toBeLessThanOrEqual(1);
    });
  });
});

test('the real server accepts every field of section 3, and a second enquiry', async ({ page }) => {
  const form = await new FormPage(page).open();
  const typed = {
    email: ' zoe@voorbeeld.example ',
    name: "Ĳsbrandt-D'Hondt",
    firstName: 'Zoë',
    company: 'Brouwerij “De Drie Bollen”',
    street: 'Kapelstraat',
    number: '12 bus 3',
    postalCode: '9000',
    city: 'Gent',
    phone: '+32 9 000 00 00',
    vatNumber: 'BE 0000.000.000',
    date: '05/03/2027',
    partyLocation: 'Tuin <met tent>',
    personCount: '1.200',
    message: 'Dag,\n€ 35 p.p. 🥂',
  };
  for (const [name, text] of Object.entries(typed)) {
    await form.field(name as keyof typeof typed).fill(text);
  }
  const clientType = words.options.clientType.at(-1) ?? '';
  const productType = words.options.productType.at(-1) ?? '';
  await form.field('clientType').selectOption(clientType);
  await form.field('productType').selectOption(productType);
  // A manipulated form sends no unknown keys.
  await form.form.evaluate((element) => {
    element.append(Object.assign(document.createElement('input'), { name: 'admin', value: 'x' }));
  });
  await sendForReal(form);
  const { token, recaptcha, ...sent } = form.posts[0]?.postDataJSON() ?? {};
  expect(sent).toEqual({
    ...typed,
    email: 'zoe@voorbeeld.example',
    date: '5-3-2027',
    personCount: 1200,
    clientType,
    productType,
  });
  expect(token).toMatch(/^[A-Za-z0-9+/=]{20,}$/);
  expect(recaptcha).toBe(token);

  await test.step('with the anti-forgery header', async () => {
    const cookies = await page.context().cookies();
    const cookie = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
    expect(cookie).toBeTruthy();
    expect(form.posts[0]?.headers()['x-xsrf-token']).toBe(cookie);
  });

  await test.step('the second has its own captcha, and no key of an empty field', async () => {
    await form.again.click();
    await form.fillRequired();
    await sendForReal(form);
    const second = form.posts[1]?.postDataJSON() ?? {};
    const keys = [...Object.keys(TYPED), ...CAPTCHA_KEYS];
    expect(Object.keys(second).toSorted()).toEqual(keys.toSorted());
    expect(second.token).not.toBe(token);
  });
});

async function sendForReal(form: FormPage): Promise<void> {
  await expect(form.submit).toBeEnabled({ timeout: 20_000 });
  const answer = form.page.waitForResponse('**/api/mail/*');
  await form.submit.click();
  expect((await answer).status()).toBe(202);
  await expect(form.message('success')).toBeVisible();
}

test('a link can choose a listed subject, and nothing else', async ({ page }) => {
  const [subject = ''] = words.options[SUBJECT_FIELD];
  const form = new FormPage(page);
  for (const [asked, chosen] of [
    [encodeURIComponent(subject), subject],
    [encodeURIComponent(subject.toLowerCase()), ''],
    ['%3Cscript%3E', ''],
    ['%FF', ''],
  ] as const) {
    await form.open(`${formPath}?${SUBJECT_PARAMETER}=${asked}&x=1#enquiry-email`);
    await expect(form.field(SUBJECT_FIELD), asked).toHaveValue(chosen);
  }
});
