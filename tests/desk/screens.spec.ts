import type { DeskEnquiry } from '../../desk/api.ts';
import { expect, expectAccessible, go, open, test } from './desk-test.ts';

const PLACES = [
  ...['', 'pagina/accueil/1/velden', 'pagina/accueil/nieuw', 'pagina/accueil/instellingen'],
  ...['pagina/accueil/delen', 'paginas', 'fotos', 'fotos/soleil', 'aanvragen', 'aanvragen/a1'],
  ...['online', 'meer', 'meer/bestanden', 'meer/prullenbak', 'meer/sleutels'],
  ...['company', 'notice', 'mails', 'brand', 'messages', 'site'].map((name) => `meer/${name}.yaml`),
];

const ENQUIRY: DeskEnquiry = {
  id: 'a1',
  receivedAtMs: Date.UTC(2026, 10, 1),
  fields: {
    name: 'Peeters',
    email: 'an@example.be',
    phone: '0470 12 34 56',
    date: '12-6-2027',
    message: '',
  },
  mails: [
    {
      kind: 'company',
      state: 'failed',
      tries: 12,
      dueAtMs: 0,
      lastError: '550 no such user',
      messageId: '',
    },
  ],
};

for (const [name, width, height] of [
  ['a phone', 390, 844],
  ['a computer', 1280, 720],
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, hasTouch: width === 390 });

    test('every screen can be used by everybody, and nothing sticks out of it', async ({
      page,
      desk,
    }) => {
      test.setTimeout(300_000);
      desk.enquiries.push(ENQUIRY);
      await open(page, desk);
      for (const place of PLACES) {
        await test.step(place || 'the home page', async () => {
          await go(page, place);
          const shown = page.locator('main :is(h1, iframe)').filter({ visible: true });
          await expect(shown.first()).toBeVisible();
          await expectAccessible(page, place);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect.soft(wide, place).toBeLessThanOrEqual(0);
        });
      }
    });
  });
}

test.describe('enquiries', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, actionTimeout: 15_000 });

  test('are sorted, answered, exported and erased; a test mail says what the mail server answered, and red what is wrong', async ({
    page,
    desk,
  }) => {
    test.setTimeout(240_000);
    const later = { ...ENQUIRY, id: 'a2', fields: { ...ENQUIRY.fields, name: 'Wouters' } };
    desk.enquiries.push(ENQUIRY, later);
    await open(page, desk, 'aanvragen');
    const rows = page.getByRole('link', { name: /Peeters|Wouters/ });
    await expect(rows.first()).toContainText('Peeters');
    await page.getByLabel('Volgorde').selectOption('Op datum van het feest');
    await expect(rows.first()).toContainText('Wouters');
    desk.enquiries.pop();
    await expect(page.getByText('Mail aan jou: niet aangekomen').first()).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Als rekenblad' }).tap(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('link', { name: /Peeters/ }).tap();
    await expect(page.getByText('550 no such user')).toBeVisible();
    const answer = page.getByRole('link', { name: 'Antwoord' });
    await expect(answer).toHaveAttribute('href', /^mailto:an%40example\.be\?subject=/);
    await expect(page.getByRole('link', { name: /^Bel/ })).toHaveAttribute(
      'href',
      'tel:0470123456',
    );
    await page.getByRole('button', { name: 'Wis', exact: true }).tap();
    await expect(page.getByText('De mail in je mailbox blijft staan: die wis je')).toBeVisible();
    await page.getByRole('button', { name: 'Ja, wis deze aanvraag' }).tap();
    await expect(page.getByText('Er zijn nog geen aanvragen.')).toBeVisible();
    expect(desk.enquiries).toEqual([]);

    // Another release is served than the one put online.
    await page.getByRole('button', { name: 'Zet online' }).tap();
    await expect(page.getByText('Je site staat online.')).toBeVisible({ timeout: 90_000 });
    desk.site.served = async () => 'an-older-one';
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'andere versie' })).toBeVisible();

    await go(page, 'aanvragen');
    await page.getByRole('button', { name: 'Stuur een proefmail' }).tap();
    await expect(page.getByText('250 OK')).toBeVisible();
  });
});
