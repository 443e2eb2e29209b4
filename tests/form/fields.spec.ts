import type { Page } from '@playwright/test';
import {
  CAPTCHA_KEYS,
  FIELD_GROUPS,
  type FieldGroup,
  HONEYPOT,
  SUBJECT_FIELD,
  SUBJECT_PARAMETER,
  type VisibleField,
} from '../../enquiry/fields.ts';
import { SHOWN_FIELDS } from '../../site/form/fields/form-values.ts';
import { content, formPath, words } from '../support/site.ts';
import { expect, FormPage, nameOf, onDeskAndPhone, TYPED, test } from './form-page.ts';
import { rgb } from './rgb.ts';

/** Attributes that keyboards and autofill use. */
const ATTRIBUTES: Partial<Record<VisibleField, Record<string, string>>> = {
  email: { type: 'email', inputmode: 'email', autocomplete: 'email', autocapitalize: 'none' },
  name: { type: 'text', autocomplete: 'family-name', autocapitalize: 'words' },
  firstName: { type: 'text', autocomplete: 'given-name', autocapitalize: 'words' },
  clientType: {},
  company: { type: 'text', autocomplete: 'organization' },
  street: { type: 'text', autocomplete: 'address-line1' },
  number: { type: 'text' },
  postalCode: { type: 'text', autocomplete: 'postal-code' },
  city: { type: 'text', autocomplete: 'address-level2' },
  phone: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  vatNumber: { type: 'text', spellcheck: 'false' },
  productType: {},
  date: { type: 'text' },
  partyLocation: { type: 'text' },
  personCount: { type: 'text', inputmode: 'numeric' },
  message: { rows: '8' },
};

const GROUP_WORDS: Record<FieldGroup, string> = {
  you: words.form.groupYou,
  party: words.form.groupParty,
  message: words.form.groupMessage,
};

const OPTIONS: Record<string, string[]> = words.options;

/** All controls in the accessibility tree, in order. */
function accessibilityTree(): string {
  const quoted = JSON.stringify;
  const control = (field: (typeof SHOWN_FIELDS)[number]) => {
    const { name, kind } = field;
    if (kind !== 'option') {
      const opener = kind === 'date' ? [`  - button ${quoted(words.form.openCalendar)}`] : [];
      return [`  - textbox ${quoted(nameOf(name))}`, ...opener];
    }
    const options = OPTIONS[name]?.map((option) => `    - option ${quoted(option)}`);
    const none = `    - option ${quoted(words.form.choose)} [selected]`;
    return [`  - combobox ${quoted(nameOf(name))}:`, none, ...(options ?? [])];
  };
  return [
    ...FIELD_GROUPS.flatMap((group) => [
      `- group ${quoted(GROUP_WORDS[group])}:`,
      ...SHOWN_FIELDS.filter((field) => field.group === group).flatMap(control),
    ]),
    `- group ${quoted(`${words.captcha.label} *`)}`,
    `- button ${quoted(words.form.submit)} [disabled]`,
    '- paragraph',
    `- button ${quoted(words.form.cancel)}`,
  ].join('\n');
}

onDeskAndPhone(() => {
  test('every control has its name and group, a keyboard that fits it, and room for a thumb', async ({
    page,
  }) => {
    const form = await new FormPage(page).open();
    await expect.soft(form.form).toMatchAriaSnapshot(accessibilityTree());

    const controls = await form.form.evaluate((element: HTMLFormElement) =>
      [...element.querySelectorAll<HTMLInputElement>('input, select, textarea')].map((control) => ({
        attributes: Object.fromEntries(
          control.getAttributeNames().map((name) => [name, control.getAttribute(name)]),
        ),
        height: control.getBoundingClientRect().height,
        gapToLabel:
          control.getBoundingClientRect().top -
          (control.labels?.[0]?.getBoundingClientRect().bottom ?? Number.NaN),
      })),
    );
    for (const field of SHOWN_FIELDS) {
      const { name } = field;
      const control = controls.find(({ attributes }) => attributes.name === name);
      expect.soft(control?.attributes, name).toMatchObject(ATTRIBUTES[name] ?? {});
      expect.soft(control?.attributes, name).not.toHaveProperty('placeholder');
      // The numeric keyboard of an iPhone has no slash.
      if (name === 'date') expect.soft(control?.attributes).not.toHaveProperty('inputmode');
      const isRequired = 'required' in field ? 'true' : undefined;
      expect.soft(control?.attributes['aria-required'], name).toBe(isRequired);
      expect.soft(control?.height, name).toBeGreaterThanOrEqual(48);
      expect.soft(control?.gapToLabel, name).toBeGreaterThanOrEqual(0);
    }

    await test.step('the star of a required field is part of its label, in the accent colour', async () => {
      const required = SHOWN_FIELDS.filter((field) => 'required' in field);
      const stars = form.form.locator('label > span');
      await expect(stars).toHaveText(required.map(() => '*'));
      const { accent } = content.brand.colors;
      for (const star of await stars.all()) await expect.soft(star).toHaveCSS('color', rgb(accent));
    });

    await test.step('the field no person sees is out of reach of eyes, keyboard and screen reader', async () => {
      const trap = page.locator(`[name=${HONEYPOT}]`);
      await expect(trap).toHaveAttribute('tabindex', '-1');
      await expect(trap).toHaveAttribute('autocomplete', 'off');
      const textboxes = SHOWN_FIELDS.filter(({ kind }) => kind !== 'option');
      await expect(page.getByRole('textbox')).toHaveCount(textboxes.length);
      const box = await trap.evaluate((element) =>
        element.closest('[aria-hidden]')?.getBoundingClientRect(),
      );
      expect(box?.width).toBeLessThanOrEqual(1);
    });
  });
});

test('the real server takes every field as section 3 of the specification has it, and a second enquiry', async ({
  page,
}) => {
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
  const [clientType = '', productType = ''] = [
    words.options.clientType.at(-1),
    words.options.productType.at(-1),
  ];
  await form.field('clientType').selectOption(clientType);
  await form.field('productType').selectOption(productType);
  // A manipulated form sends no unknown keys.
  await form.form.evaluate((element) => {
    const input = document.createElement('input');
    input.name = 'admin';
    input.value = 'true';
    element.append(input);
  });
  await sendForReal(form);
  const sent = form.posts[0]?.postDataJSON() ?? {};
  const results = CAPTCHA_KEYS.map((key) => sent[key]);
  for (const key of CAPTCHA_KEYS) delete sent[key];
  expect(sent).toEqual({
    ...typed,
    email: 'zoe@voorbeeld.example',
    date: '5-3-2027',
    personCount: 1200,
    clientType,
    productType,
  });
  expect(results[0]).toMatch(/^[A-Za-z0-9+/=]{20,}$/);
  expect(results[1]).toBe(results[0]);

  await test.step('with the anti-forgery header', async () => {
    const cookies = await page.context().cookies();
    const cookie = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
    expect(cookie).toBeTruthy();
    expect(form.posts[0]?.headers()['x-xsrf-token']).toBe(cookie);
  });

  await test.step('a second enquiry has a captcha of its own, and no key of an empty field', async () => {
    await form.again.click();
    await form.fillRequired();
    await sendForReal(form);
    const second = form.posts[1]?.postDataJSON() ?? {};
    expect(Object.keys(second).toSorted()).toEqual(
      [...Object.keys(TYPED), ...CAPTCHA_KEYS].toSorted(),
    );
    expect(second.token).not.toBe(results[0]);
  });
});

async function sendForReal(form: FormPage): Promise<void> {
  await expect(form.submit).toBeEnabled({ timeout: 20_000 });
  const answer = form.page.waitForResponse('**/api/mail/*');
  await form.submit.click();
  expect((await answer).status()).toBe(202);
  await expect(form.message('success')).toBeVisible();
}

test('an address that names a subject chooses it, and anything unknown nothing', async ({
  page,
}) => {
  const [first = '', second = ''] = words.options[SUBJECT_FIELD];
  const form = await new FormPage(page).open(
    `${formPath}?${SUBJECT_PARAMETER}=${encodeURIComponent(first)}&x=1#enquiry-email`,
  );
  await expect(form.field(SUBJECT_FIELD)).toHaveValue(first);
  for (const [asked, chosen] of [
    [encodeURIComponent(second), second],
    [encodeURIComponent(second.toLowerCase()), ''],
    ['%3Cscript%3E', ''],
    ['', ''],
    ['%FF', ''],
  ] as const) {
    await showAgain(page, form, `${formPath}?${SUBJECT_PARAMETER}=${asked}`);
    await expect(form.field(SUBJECT_FIELD), asked).toHaveValue(chosen);
  }
});

/** Simulates a return from the back-forward cache: the form reads its URL again. */
async function showAgain(page: Page, form: FormPage, address: string): Promise<void> {
  await form.field(SUBJECT_FIELD).selectOption('');
  await page.evaluate((url) => {
    history.replaceState(null, '', url);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, address);
}
