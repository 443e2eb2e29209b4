import { expect, FormPage, listenTo, makeCaptchaEasy, test } from './form-page.ts';

test('a message appears after leaving a field, not before, and goes when mended', async ({
  page,
}) => {
  const form = await new FormPage(page).open();
  const email = form.field('Email *');
  await email.focus();
  await email.pressSequentially('zoe@');
  expect(await form.describedBy('Email *')).toBe('');
  await form.field('Naam *').focus();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  expect(await form.describedBy('Email *')).toBe('Dit is geen geldige email');
  await email.pressSequentially('voorbeeld.example');
  await expect(email).not.toHaveAttribute('aria-invalid');
  expect(await form.describedBy('Email *')).toBe('');
});

test('a field that is left says what is wrong with it', async ({ page }) => {
  const form = await new FormPage(page).open();
  for (const { label, value, message } of [
    { label: 'Email *', value: '', message: 'Email is verplicht' },
    { label: 'Email *', value: 'a@b', message: 'Dit is geen geldige email' },
    { label: 'Email *', value: '"a b"@c.be', message: 'Dit is geen geldige email' },
    { label: 'Naam *', value: '   ', message: 'Naam is verplicht' },
    { label: 'Bericht *', value: '\n', message: 'Bericht is verplicht' },
    { label: 'Datum (dd/mm/jjjj)', value: '31/02/2027', message: 'Dit is geen geldige datum' },
    { label: 'Aantal personen', value: 'veel', message: 'Dit is geen geldig aantal' },
    { label: 'Bedrijf', value: 'x'.repeat(201), message: 'Deze tekst is te lang' },
  ]) {
    await form.field(label).fill(value);
    await form.field(label).blur();
    await expect
      .poll(() => form.describedBy(label), `${label}: ${value.slice(0, 20)}`)
      .toBe(message);
  }
});

test('the button waits, and the words beside it lead to what is missing', async ({ page }) => {
  await makeCaptchaEasy(page);
  const form = await new FormPage(page).open();
  await expect(form.missing).toHaveText('Nog nodig: Email, Naam, Bericht, Controle tegen spam');
  await expect(form.submit).toBeDisabled();
  await form.missing.getByRole('link', { name: 'Naam' }).click();
  await expect(form.field('Naam *')).toBeFocused();
  await expect(form.field('Naam *')).toBeInViewport();
  // Having started on the form, the visitor's captcha solves itself.
  await expect(form.missing).toHaveText('Nog nodig: Email, Naam, Bericht');
  await form.fillRequired();
  await expect(form.missing).toBeHidden();
  await expect(form.submit).toBeEnabled();
  await form.field('Datum (dd/mm/jjjj)').fill('morgen');
  await expect(form.wrong).toHaveText('Kijk nog na: Datum (dd/mm/jjjj)');
  await expect(form.missing).toBeHidden();
  await expect(form.submit).toBeDisabled();
  await form.wrong.getByRole('link').click();
  await expect(form.field('Datum (dd/mm/jjjj)')).toBeFocused();
});

test('Enter on an unfinished form shows the messages, leads to the first, and sends nothing', async ({
  page,
}) => {
  const form = await new FormPage(page).open();
  await form.field('Email *').fill('zoe@voorbeeld.example');
  await form.field('Aantal personen').fill('veel');
  await form.field('Aantal personen').press('Enter');
  await expect(form.field('Naam *')).toBeFocused();
  await expect(form.field('Naam *')).toBeInViewport();
  expect(await form.describedBy('Naam *')).toBe('Naam is verplicht');
  expect(await form.describedBy('Aantal personen')).toBe('Dit is geen geldig aantal');
  expect(await form.describedBy('Bericht *')).toBe('Bericht is verplicht');
  expect(await form.describedBy('Email *')).toBe('');
  expect(form.posts).toHaveLength(0);
});

test('Enter in the message is a new line', async ({ page }) => {
  const form = await new FormPage(page).open();
  await form.field('Bericht *').pressSequentially('Dag,\nTot gauw');
  await expect(form.field('Bericht *')).toHaveValue('Dag,\nTot gauw');
  expect(await form.describedBy('Email *')).toBe('');
});

test('Enter without the captcha leads to the captcha', async ({ page, watch }) => {
  watch.allow(/503|captcha could not be solved/);
  await page.route('**/api/captcha/challenge', (route) => route.fulfill({ status: 503 }));
  const form = await new FormPage(page).open();
  await form.fillRequired();
  await form.field('Naam *').press('Enter');
  await expect(form.captcha.getByRole('button')).toBeFocused();
  await expect(form.captcha).toContainText('De controle lukt niet.');
  expect(form.posts).toHaveLength(0);
});

test('a message is spoken once, politely, with the name of its field', async ({ page }) => {
  const form = await new FormPage(page).open();
  const spoken = await listenTo(form.form.getByRole('status').last());
  await form.field('Email *').fill('zoe@');
  await form.field('Naam *').focus();
  await form.field('Voornaam').focus();
  await expect
    .poll(spoken)
    .toEqual(['Email: Dit is geen geldige email.', 'Naam: Naam is verplicht.']);
  await form.field('Email *').fill('zoe@voorbeeld.example');
  await form.field('Naam *').fill('Zoë');
  await expect.poll(async () => (await spoken()).at(-1)).toBe('');
});

test('a message larger than one request carries is named before it is sent', async ({ page }) => {
  await makeCaptchaEasy(page);
  const form = await new FormPage(page).open();
  await form.makeReady();
  await form.field('Bericht *').fill('\u{1F957}'.repeat(3_000));
  for (const label of ['Bedrijf', 'Straat', 'Woonplaats', 'Locatie', 'Voornaam', 'BTW nummer']) {
    await form.field(label).fill('山'.repeat(200));
  }
  await form.submit.click();
  await expect.poll(() => form.describedBy('Bericht *')).toBe('Deze tekst is te lang');
  await expect(form.field('Bericht *')).toBeFocused();
  expect(form.posts).toHaveLength(0);
});
