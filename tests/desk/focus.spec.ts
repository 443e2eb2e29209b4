import type { DeskEnquiry } from '../../desk/shared/api.ts';
import { expect, open, test } from './desk-fixture.ts';

/* Where the focus is after an action that takes its control away, or makes it wait. */

test.use({ viewport: { width: 1280, height: 720 } });

const ENQUIRY: DeskEnquiry = {
  id: 'peeters',
  receivedAtMs: Date.UTC(2026, 10, 1),
  fields: { name: 'Peeters', email: 'an@example.be', message: '' },
  state: 'new',
  note: '',
  mails: [],
};

test('a question that is answered with ‘Nee’ gives the focus back to its button', async ({
  page,
  desk,
}) => {
  desk.enquiries.push(ENQUIRY);
  await open(page, desk, 'aanvragen/peeters');
  const erase = page.getByRole('button', { name: 'Wis deze aanvraag', exact: true });
  await erase.press('Enter');
  await page.getByRole('button', { name: 'Nee, laat staan' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(erase).toBeFocused();
});
