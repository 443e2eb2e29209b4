import type { Page } from '@playwright/test';
import { createLink } from '../../desk/server/sign-in/access.ts';
import { editedPageOf, expect, expectAccessible, messageIn, open, test } from './desk-fixture.ts';

/** Adds Chromium's own authenticator, which behaves as a phone with a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a link registers a phone, which then signs in by fingerprint', async ({ page, desk }) => {
  await addAuthenticator(page);
  const link = `${desk.origin}/#link=${await createLink(desk.folders.deskDir)}`;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Werktafel' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Naam van dit toestel').fill('Gsm van An');
  await page.getByRole('button', { name: 'Voeg dit toestel toe' }).tap();
  await expect(page.getByRole('button', { name: 'Zet online' })).toBeVisible();
  // A secret in the address would be kept by the browser's history.
  expect(page.url()).not.toContain('link=');

  await page.goto(`${desk.origin}/#/meer/sleutels`);
  await expect(page.getByText('Gsm van An')).toBeVisible();
  // After a sign-out the desk would refuse the files that the page is still loading.
  await expect(editedPageOf(page).locator('[contenteditable]').first()).toBeAttached();
  await page.getByRole('button', { name: 'Meld af' }).tap();
  await page.getByRole('button', { name: 'Meld aan' }).tap();
  await expect(page.getByRole('button', { name: 'Zet online' })).toBeVisible();

  // The link is spent.
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Naam van dit toestel').fill('Nog een');
  const add = page.getByRole('button', { name: 'Voeg dit toestel toe' });
  await add.tap();
  await expect(page.getByRole('status')).not.toHaveText(/^(Even geduld)?$/);
  await expect(page.getByRole('button', { name: 'Zet online' })).toBeHidden();
  await expect(add).toBeEnabled();
  await expect(add).toBeFocused();
});

for (const isOpen of [false, true]) {
  const where = isOpen ? 'in the tab of the desk' : 'in a tab of its own';
  test(`a link registers a phone that is signed in already, ${where}`, async ({ page, desk }) => {
    await addAuthenticator(page);
    await open(page, desk);
    const link = `${desk.origin}/#link=${await createLink(desk.folders.deskDir)}`;
    if (!isOpen) await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('Naam van dit toestel').fill('Gsm van An');
    await page.getByRole('button', { name: 'Voeg dit toestel toe' }).tap();
    await expect(page.getByRole('button', { name: 'Zet online' })).toBeVisible();
    expect(page.url()).not.toContain('link=');
    const { response } = await desk.call('GET /api/passkeys');
    expect(response.map(({ name }) => name)).toEqual(['Gsm van An']);
    // The history keeps no secret either.
    await page.goBack();
    expect(page.url()).not.toContain('link=');
  });
}

test('a sign-out that fails says so, and the next one signs out', async ({ page, desk }) => {
  await open(page, desk, 'meer/sleutels');
  const signOut = page.getByRole('button', { name: 'Meld af' });
  // After a sign-out the desk would refuse the files that the page is still loading.
  await expect(editedPageOf(page).locator('[contenteditable]').first()).toBeAttached();
  await page.route('**/api/sign-out', (route) => route.abort(), { times: 1 });
  await signOut.tap();
  await expect(messageIn(page)).toContainText('Er is geen verbinding.');
  await expect(signOut).toBeEnabled();
  await signOut.tap();
  await expect(page.getByText('Open het adres dat ‘npm run desk’ toonde')).toBeVisible();
});
