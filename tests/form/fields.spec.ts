import { expect, FormPage, makeCaptchaEasy, test } from './form-page.ts';

/** Every control, in order, as the accessibility tree has it. */
const CONTROLS = `
- group "Wie je bent":
  - textbox "Email *"
  - textbox "Naam *"
  - textbox "Voornaam"
  - combobox "Voor":
    - option "Maak een keuze" [selected]
    - option "Bedrijf"
    - option "Particulier"
    - option "Organisatie"
    - option "Vereniging"
  - textbox "Bedrijf"
  - textbox "Straat"
  - textbox "Huisnummer"
  - textbox "Postcode"
  - textbox "Woonplaats"
  - textbox "Telefoonnummer"
  - textbox "BTW nummer"
- group "Je feest":
  - combobox "Betreft":
    - option "Maak een keuze" [selected]
    - option "Huwelijksfeest"
    - option "Receptie"
    - option "Communie- of lentefeest"
    - option "Walking dinner"
    - option "Feestdiner"
    - option "Bedrijfsfeest"
    - option "Schoolcatering"
  - textbox "Datum (dd/mm/jjjj)"
  - button "Kies een datum in de kalender"
  - textbox "Locatie"
  - textbox "Aantal personen"
- group "Je bericht":
  - textbox "Bericht *"
- group "Controle tegen spam *"
- button "Verstuur je aanvraag" [disabled]
- paragraph
- button "Annuleren"
`;

const ATTRIBUTES: Record<string, Record<string, string | null>> = {
  'Email *': { name: 'email', type: 'email', inputmode: 'email', autocomplete: 'email' },
  'Naam *': { name: 'name', type: 'text', autocomplete: 'family-name' },
  Voornaam: { name: 'firstName', type: 'text', autocomplete: 'given-name' },
  Voor: { name: 'clientType' },
  Bedrijf: { name: 'company', type: 'text', autocomplete: 'organization' },
  Straat: { name: 'street', type: 'text', autocomplete: 'address-line1' },
  Huisnummer: { name: 'number', type: 'text' },
  Postcode: { name: 'postalCode', type: 'text', autocomplete: 'postal-code' },
  Woonplaats: { name: 'city', type: 'text', autocomplete: 'address-level2' },
  Telefoonnummer: { name: 'phone', type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  'BTW nummer': { name: 'vatNumber', type: 'text' },
  Betreft: { name: 'productType' },
  'Datum (dd/mm/jjjj)': { name: 'date', type: 'text', inputmode: 'numeric' },
  Locatie: { name: 'partyLocation', type: 'text' },
  'Aantal personen': { name: 'personCount', type: 'text', inputmode: 'numeric' },
  'Bericht *': { name: 'message', rows: '8', placeholder: null },
};

test('every control stands in its group under its own name', async ({ page }) => {
  const { form } = await new FormPage(page).open();
  await expect(form).toMatchAriaSnapshot(CONTROLS);
});

test('every control is 48 px high or more, with its label above it', async ({ page }) => {
  const form = await new FormPage(page).open();
  for (const label of Object.keys(ATTRIBUTES)) {
    const control = await form.field(label).boundingBox();
    const text = await page.locator('label', { hasText: label }).first().boundingBox();
    expect(control?.height, label).toBeGreaterThanOrEqual(48);
    expect((text?.y ?? 0) + (text?.height ?? 0), label).toBeLessThanOrEqual(control?.y ?? 0);
  }
});

test('every control has the right type, keyboard and autofill', async ({ page }) => {
  const form = await new FormPage(page).open();
  for (const [label, attributes] of Object.entries(ATTRIBUTES)) {
    for (const [name, value] of Object.entries(attributes)) {
      const actual = await form.field(label).getAttribute(name);
      expect(actual, `${label} ${name}`).toBe(value);
    }
  }
});

test('the star of a required field is part of its label, in the accent colour', async ({
  page,
}) => {
  const form = await new FormPage(page).open();
  for (const label of ['Email', 'Naam', 'Bericht']) {
    const star = page.locator('label', { hasText: `${label} *` }).locator('span');
    await expect(star).toHaveText('*');
    await expect(star).toHaveCSS('color', 'rgb(176, 48, 42)');
    await expect(form.field(`${label} *`)).toHaveAttribute('aria-required', 'true');
  }
});

test('the field no person sees is out of reach of eyes, keyboard and screen reader', async ({
  page,
}) => {
  const form = await new FormPage(page).open();
  const trap = page.locator('[name=website]');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox')).toHaveCount(14);
  const box = await trap.evaluate((element) => element.parentElement?.getBoundingClientRect());
  expect(box?.width).toBeLessThanOrEqual(1);
  await expect(form.submit).toBeDisabled();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says that it cannot be sent, and how to reach the caterer', async ({ page }) => {
    await page.goto('/info');
    // Playwright's text selectors pass over <noscript>, shown or not.
    const note = page.locator('form ~ noscript, noscript:has(~ form)');
    expect(await note.locator('p').first().boundingBox()).not.toBeNull();
    expect(await note.innerHTML()).toContain('Dit formulier werkt alleen als JavaScript aanstaat.');
    await expect(note.locator('a[href="tel:+3290000000"]')).toHaveCount(1);
    await expect(note.locator('a[href="mailto:info@maanzaad.example"]')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Verstuur je aanvraag' })).toBeDisabled();
  });
});

test('what was typed before the scripts came is kept and counts', async ({ page }) => {
  let letScriptsCome = () => {};
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await scriptsMayCome;
    await route.continue();
  });
  const form = new FormPage(page);
  await page.goto('/info', { waitUntil: 'commit' });
  await form.fillRequired();
  await form.field('Voor').selectOption('Particulier');
  await form.field('Datum (dd/mm/jjjj)').fill('05/03/2027');
  letScriptsCome();
  await form.waitUntilTakenOver();
  await expect(form.field('Email *')).toHaveValue('zoe@voorbeeld.example');
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel, € 35 p.p. 🥂');
  await expect(form.field('Voor')).toHaveValue('Particulier');
  await expect(form.missing).toHaveText('Nog nodig: Controle tegen spam');
  await form.field('Naam *').focus();
  await expect(form.submit).toBeEnabled({ timeout: 20_000 });
});

test('before script has taken over nothing false is said, and after 10 s how to reach the caterer', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED|could not be started/);
  await page.route('**/assets/*.js', (route) => route.abort());
  const form = new FormPage(page);
  await page.goto('/info');
  await form.fillRequired();
  await expect(form.missing).toBeHidden();
  const note = page.locator('div', { has: page.getByText('Het formulier laadt nog.') }).last();
  await expect(note).toBeHidden();
  const waitsMs = await note.evaluate((element) =>
    element.getAnimations().map((animation) => {
      animation.currentTime = 10_000;
      return animation.effect?.getTiming().delay;
    }),
  );
  expect(waitsMs).toEqual([10_000]);
  await expect(note.getByRole('link', { name: '09 000 00 00' })).toBeVisible();
  await expect(note.getByRole('link', { name: 'info@maanzaad.example' })).toBeInViewport();

  await page.unrouteAll();
  await page.reload();
  await form.waitUntilTakenOver();
  await expect(form.missing).toBeVisible();
  await expect(note).toHaveCSS('display', 'none');
});

test('what the browser sends is the field table of the specification, each as section 3 has it', async ({
  page,
}) => {
  await makeCaptchaEasy(page);
  await page.route('**/api/mail/maanzaad', (route) => route.fulfill({ status: 202 }));
  const form = await new FormPage(page).open();
  const typed: Record<string, string> = {
    'Email *': ' zoe@voorbeeld.example ',
    'Naam *': "Ĳsbrandt-D'Hondt",
    Voornaam: 'Zoë',
    Bedrijf: 'Brouwerij “De Drie Bollen”',
    Straat: 'Kapelstraat',
    Huisnummer: '12 bus 3',
    Postcode: '9000',
    Woonplaats: 'Gent',
    Telefoonnummer: '+32 9 000 00 00',
    'BTW nummer': 'BE 0000.000.000',
    'Datum (dd/mm/jjjj)': '05/03/2027',
    Locatie: 'Tuin <met tent>',
    'Aantal personen': '1.200',
    'Bericht *': 'Dag,\n€ 35 p.p. 🥂',
  };
  for (const [label, text] of Object.entries(typed)) await form.field(label).fill(text);
  await form.field('Voor').selectOption('Vereniging');
  await form.field('Betreft').selectOption('Communie- of lentefeest');
  // A form that somebody tampers with sends no key of its own.
  await form.form.evaluate((element) => {
    const input = document.createElement('input');
    input.name = 'admin';
    input.value = 'true';
    element.append(input);
  });
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect(form.message('success')).toBeVisible();
  const { token, recaptcha, ...fields } = form.posts[0]?.postDataJSON() ?? {};
  expect(fields).toEqual({
    email: 'zoe@voorbeeld.example',
    name: "Ĳsbrandt-D'Hondt",
    firstName: 'Zoë',
    company: 'Brouwerij “De Drie Bollen”',
    street: 'Kapelstraat',
    number: '12 bus 3',
    postalCode: '9000',
    city: 'Gent',
    phone: '+32 9 000 00 00',
    vatNumber: 'BE 0000.000.000',
    clientType: 'Vereniging',
    productType: 'Communie- of lentefeest',
    date: '5-3-2027',
    partyLocation: 'Tuin <met tent>',
    personCount: 1200,
    message: 'Dag,\n€ 35 p.p. 🥂',
  });
  expect(token).toMatch(/^[A-Za-z0-9+/=]{20,}$/);
  expect(recaptcha).toBe(token);
});

test('an address that names a subject chooses it, and anything unknown nothing', async ({
  page,
}) => {
  for (const [address, chosen] of [
    ['/info?betreft=Walking%20dinner', 'Walking dinner'],
    ['/info?betreft=Communie-%20of%20lentefeest', 'Communie- of lentefeest'],
    ['/info?betreft=Schoolcatering&x=1#enquiry-email', 'Schoolcatering'],
    ['/info?betreft=walking%20dinner', ''],
    ['/info?betreft=%3Cscript%3E', ''],
    ['/info?betreft=', ''],
    ['/info?betreft=%FF', ''],
  ] as const) {
    const form = await new FormPage(page).open(address);
    await expect(form.field('Betreft'), address).toHaveValue(chosen);
  }
});

test('looking at another page and coming back keeps everything that was typed and chosen', async ({
  page,
  watch,
}) => {
  watch.allow(/ViewTransition/);
  const form = await new FormPage(page).open('/info?betreft=Walking%20dinner');
  await form.fillRequired();
  await form.field('Betreft').selectOption('Receptie');
  await form.field('Datum (dd/mm/jjjj)').fill('05/03/2027');
  await form.field('Huisnummer').fill('12 bus 3');
  await form.field('Aantal personen').fill('85');
  await page.goto('/feesten');
  await page.goBack();
  await form.waitUntilTakenOver();
  await expect(form.field('Betreft')).toHaveValue('Receptie');
  await expect(form.field('Bericht *')).toHaveValue('Graag een voorstel, € 35 p.p. 🥂');
  await expect(form.field('Datum (dd/mm/jjjj)')).toHaveValue('05/03/2027');
  await expect(form.field('Huisnummer')).toHaveValue('12 bus 3');
  await expect(form.field('Aantal personen')).toHaveValue('85');
  await expect(form.missing).toHaveText('Nog nodig: Controle tegen spam');
});
