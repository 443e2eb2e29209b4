import { expect, type Page } from '@playwright/test';
import type { FieldName, VisibleField } from '../../enquiry/fields.ts';
import { SHOWN_FIELDS } from '../../site/form/fields/form-values.ts';
import { words } from '../support/site.ts';

/** Input for each text field. */
export const TYPED = {
  email: 'zoe@voorbeeld.example',
  name: "Zoë Ĳsbrandt-D'Hondt",
  firstName: 'Zoë',
  company: 'Brouwerij “De Drie Bollen” & Zonen',
  street: 'Kapelstraat',
  number: '12 bus 3',
  postalCode: '9000',
  city: 'Gent',
  phone: '+32 9 000 00 00',
  vatNumber: 'BE 0000.000.097',
  date: '05/03/2027',
  partyLocation: 'Tuin achter de kerk <met tent>',
  personCount: '85',
  message: message(),
} satisfies Partial<Record<VisibleField, string>>;

/** Option for each select. */
export const CHOSEN: Record<string, string> = Object.fromEntries(
  Object.entries(words.options).map(([name, options]) => [name, options.at(-1) ?? '']),
);

/** Expected values in the caterer's mail; the date is in wire format. */
export const EXPECTED: Partial<Record<FieldName, string>> = {
  ...TYPED,
  ...CHOSEN,
  date: '5-3-2027',
};

/** 4 000 characters with line breaks, a price and an emoji. */
function message(): string {
  const line = 'We denken aan € 35 p.p., met soep vooraf 🥂 en iets zonder noten.\n';
  return `${line.repeat(64).slice(0, 3996)}Dag!`;
}

/** Fills in every field and waits until the captcha is solved. */
export async function fillInForm(page: Page): Promise<void> {
  const values: Record<string, string> = { ...TYPED, ...CHOSEN };
  for (const { name, kind, ...field } of SHOWN_FIELDS) {
    const star = 'required' in field ? ' *' : '';
    const control = page.getByLabel(`${words.fields[name]}${star}`, { exact: true });
    if (kind === 'option') await control.selectOption(values[name] ?? '');
    else await control.fill(values[name] ?? '');
  }
  await expect(page.getByRole('button', { name: words.form.submit })).toBeEnabled({
    timeout: 30_000,
  });
}
