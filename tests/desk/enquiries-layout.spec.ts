import { expect, expectAccessible, go, open, test } from './desk-fixture.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('an enquiry shows the party first, then the message, then the contact details', async ({
  page,
  desk,
}) => {
  const id = await desk.addEnquiry({
    firstName: 'An',
    phone: '09 1',
    partyLocation: 'Thuis',
    message: 'Kan het met lange tafels?',
  });
  await open(page, desk, `aanvragen/${id}`);
  const main = page.getByRole('main');
  const message = main.getByText('Kan het met lange tafels?');
  await expect(message).toBeInViewport({ ratio: 1 });
  const { y = Infinity } = (await message.boundingBox()) ?? {};
  const top = async (text: string) => (await main.getByText(text).boundingBox())?.y;
  expect(await top('Thuis')).toBeLessThan(y);
  expect(await top('an@example.be')).toBeGreaterThan(y);
  await expect(main.getByText('Peeters')).toHaveCount(1);
});

test('a mail that did not arrive is in sight with its remedy, and any other is not', async ({
  page,
  desk,
}) => {
  const fields = { message: 'Dag. '.repeat(200) };
  const failed = await desk.addEnquiry(fields, { mailError: '550 Mailbox unavailable' });
  const delivered = await desk.addEnquiry(fields);
  await open(page, desk, `aanvragen/${failed}`);
  await expect(page.getByText('550 Mailbox unavailable')).toBeInViewport({ ratio: 1 });
  const again = page.getByRole('button', { name: 'Stuur de mails opnieuw' });
  await expect(again).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'a mail that did not arrive');
  await go(page, `aanvragen/${delivered}`);
  await expect(page.getByText('Mail aan jou: verstuurd')).toBeVisible();
  await expect(page.getByText('Mail aan jou: verstuurd')).not.toBeInViewport();
  await expect(again).toHaveCount(0);
});

test('an enquiry is a few lines of the list at any width, and its states are one line', async ({
  page,
  desk,
}) => {
  const fields = { name: 'Vandenbroucke-Vermeersch', date: '1-1-2997', personCount: 120 };
  const asked = { ...fields, productType: 'Buffets froids', message: '' };
  await desk.addEnquiry(asked, { state: 'answered', note: 'Belt maandag' });
  await open(page, desk, 'aanvragen');
  const row = page.getByRole('listitem').filter({ hasText: fields.name });
  await expect(row.getByText('Beantwoord')).toBeVisible();
  for (const width of [320, 390, 600, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await row.boundingBox())?.height).toBeLessThan(width < 390 ? 180 : 150);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await row.getByRole('link').tap();
  const states = page.getByRole('group', { name: 'Hoe staat het ermee?' }).getByRole('button');
  await expect(states).toHaveCount(4);
  const tops = await states.evaluateAll((list) =>
    list.map((button) => button.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBe(1);
});

test('the filters of the enquiries are one line, in which the focus stays in sight', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await desk.addEnquiry({ message: '' });
  await open(page, desk, 'aanvragen');
  const filters = page.getByRole('group', { name: 'Toon' }).getByRole('button');
  await expect(filters).toHaveCount(5);
  const tops = await filters.evaluateAll((list) =>
    list.map((button) => button.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBe(1);
  await expect(filters.last()).not.toBeInViewport({ ratio: 1 });
  await page.getByRole('searchbox', { name: 'Zoek op naam' }).focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('Tab');
  await expect(filters.last()).toBeFocused();
  await expect(filters.last()).toBeInViewport({ ratio: 1 });
  const scrolled = await page.evaluate(() =>
    [document.scrollingElement, document.querySelector('main')].map((part) => part?.scrollLeft),
  );
  expect(scrolled).toEqual([0, 0]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Geen aanvraag gevonden.')).toBeVisible();
  await expectAccessible(page, 'the filters');
});
