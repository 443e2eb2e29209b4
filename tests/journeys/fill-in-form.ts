import { expect, type Page } from '@playwright/test';

/** What is typed into each text field, by its label. */
export const TYPED = {
  Email: 'zoe@voorbeeld.example',
  Naam: "Zoë Ĳsbrandt-D'Hondt",
  Voornaam: 'Zoë',
  Bedrijf: 'Brouwerij “De Drie Bollen” & Zonen',
  Straat: 'Kapelstraat',
  Huisnummer: '12 bus 3',
  Postcode: '9000',
  Woonplaats: 'Gent',
  Telefoonnummer: '+32 9 000 00 00',
  'BTW nummer': 'BE 0000.000.000',
  Locatie: 'Tuin achter de kerk <met tent>',
  'Aantal personen': '85',
  Bericht: message(),
};

/** What the caterer's mail must say of it, by label: what is typed and chosen, the date as it travels. */
export const EXPECTED: Record<string, string> = {
  ...TYPED,
  Datum: '5-3-2027',
  Voor: 'Bedrijf',
  Betreft: 'Walking dinner',
};

/** 5 000 characters with line breaks, a price and an emoji. */
function message(): string {
  const line = 'We denken aan € 35 p.p., met soep vooraf 🥂 en iets zonder noten.\n';
  return `${line.repeat(80).slice(0, 4996)}Dag!`;
}

/** Fills in every field, chooses in both lists, and waits until the captcha is solved. */
export async function fillInForm(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(TYPED)) {
    await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(value);
  }
  await page.getByLabel('Datum (dd/mm/jjjj)').fill('05/03/2027');
  await page.getByLabel('Voor', { exact: true }).selectOption('Bedrijf');
  await page.getByLabel('Betreft', { exact: true }).selectOption('Walking dinner');
  await expect(page.getByRole('button', { name: 'Verstuur je aanvraag' })).toBeEnabled({
    timeout: 30_000,
  });
}
