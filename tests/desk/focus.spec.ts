import type { DeskEnquiry } from '../../desk/shared/api.ts';
import { holdRoute } from '../support/browser/browser-test.ts';
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

test('a button that waits for the server keeps the focus', async ({ page, desk }) => {
  await open(page, desk, 'aanvragen');
  const send = page.getByRole('button', { name: 'Stuur een proefmail' });
  const finish = await holdRoute(page, '**/api/test-mail');
  await send.press('Enter');
  await expect(send).toBeDisabled();
  finish();
  await expect(page.getByText('250 OK')).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(send).toBeFocused();
});

test('‘Ongedaan maken’ keeps the focus when nothing is left to undo', async ({ page, desk }) => {
  await open(page, desk, 'aanvragen/volzet');
  await page.getByText('Typ een dag').click();
  await page.getByLabel('Nog een dag').fill('2997-01-01');
  await page.getByLabel('Nog een dag').press('Enter');
  const undo = page.getByRole('button', { name: 'Ongedaan maken' });
  await undo.press('Enter');
  await expect(undo).toBeDisabled();
  // The browser takes the focus from a disabled button at its next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await expect(undo).toBeFocused();
});
