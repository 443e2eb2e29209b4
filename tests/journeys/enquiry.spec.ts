import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { type SiteServer, startSiteServer } from '../site-server.ts';
import { fillInForm, TYPED } from './fill-in-form.ts';
import { expect, test as siteTest } from './site.ts';

/** As the site's test, with a mail server of its own. */
const test = siteTest.extend<object, { mailbox: Mailbox; site: SiteServer }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mailbox }, use) => {
      const site = await startSiteServer({ env: { SMTP_URL: mailbox.url } });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

test('a visitor finds the form and both mails arrive as typed', async ({ page, mailbox }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/home');
  await page
    .getByRole('navigation', { name: 'Hoofdnavigatie' })
    .getByRole('link', { name: 'Info aanvraag' })
    .click();
  await expect(page).toHaveURL('/info');

  await fillInForm(page);
  await page.getByRole('button', { name: 'Verstuur je aanvraag' }).click();
  await expect(
    page.getByText(
      'Je bericht is correct verwerkt, we sturen je een bevestingsmail, deze komt mogelijk in je spam folder terecht.',
    ),
  ).toBeVisible();

  await expect.poll(() => mailbox.mails.length).toBe(2);
  const toCompany = mailbox.mails.find(({ recipients }) =>
    recipients.includes('info@maanzaad.example'),
  );
  const toVisitor = mailbox.mails.find(({ recipients }) => recipients.includes(TYPED.Email));
  for (const value of Object.values(TYPED)) {
    expect(toCompany?.email.text).toContain(value);
  }
  expect(toCompany?.email.replyTo?.[0]?.address).toBe(TYPED.Email);
  expect(toVisitor?.email.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }),
  );
  expect(toVisitor?.email.text).toContain('Walking dinner');
  expect(toVisitor?.email.text).not.toContain('Zoë');
});

test('a server killed between the yes and the delivery still delivers both mails', async ({
  page,
}) => {
  test.setTimeout(90_000);
  // A port where no mail server listens yet.
  const reserved = await openMailbox();
  const smtpUrl = reserved.url;
  await reserved.close();
  const dataDir = await mkdtemp(join(tmpdir(), 'restart-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(dataDir, { recursive: true }));
  const env = { SMTP_URL: smtpUrl };

  const first = await startSiteServer({ dataDir, env });
  stack.defer(first.kill);
  await page.goto(`${first.url}/info`);
  await fillInForm(page);
  await page.getByRole('button', { name: 'Verstuur je aanvraag' }).click();
  await expect(page.getByText('Je bericht is correct verwerkt')).toBeVisible();
  // Both were tried and put back: a mail killed in mid-air waits for its lease to end (tests/faults).
  await expect.poll(() => first.output().match(/outbox: mail retry/g)?.length).toBe(2);
  await first.kill();

  const mailbox = await openMailbox(Number(new URL(smtpUrl).port));
  stack.defer(mailbox.close);
  const second = await startSiteServer({ dataDir, env });
  stack.defer(second.stop);
  await expect.poll(() => mailbox.mails.length, { timeout: 60_000 }).toBe(2);
});
