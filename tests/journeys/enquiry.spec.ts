import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, openMailbox, type ReceivedMail } from '../mailbox.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { EXPECTED, fillInForm, TYPED } from './fill-in-form.ts';
import { expect, test as siteTest } from '../support/browser-test.ts';

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

  expectBothMails(await receiveMails(mailbox));
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
  expectBothMails(await receiveMails(mailbox));
});

/** Two mails, and no third in the second after. */
async function receiveMails(mailbox: Mailbox): Promise<ReceivedMail[]> {
  await expect.poll(() => mailbox.mails.length, { timeout: 60_000 }).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return mailbox.mails;
}

/** One to the company with every field as it was typed, one to the visitor that repeats no free text. */
function expectBothMails(mails: ReceivedMail[]) {
  expect(mails.map(({ recipients }) => recipients).toSorted()).toEqual([
    ['info@maanzaad.example'],
    [TYPED.Email],
  ]);
  const [toCompany, toVisitor] = mails.toSorted((a, b) =>
    String(a.recipients).localeCompare(String(b.recipients)),
  );
  expect(readFields(toCompany?.email.text ?? '')).toEqual(EXPECTED);
  expect(toCompany?.email.replyTo?.[0]?.address).toBe(TYPED.Email);
  expect(toVisitor?.email.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }),
  );
  const confirmation = toVisitor?.email.text ?? '';
  expect(confirmation).toContain('Walking dinner');
  const { Postcode, 'Aantal personen': count, ...free } = TYPED;
  for (const text of Object.values(free)) expect(confirmation).not.toContain(text);
}

/** Fields of the company's mail: a block of lines `label: value`, then the message to the end. */
function readFields(text: string): Record<string, string> {
  const body = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  const [head = '', message = ''] = body.split('\n\nBericht:\n');
  const rows = head.split('\n\n').at(-1)?.split('\n') ?? [];
  const pairs = rows.map((row) => [
    row.slice(0, row.indexOf(': ')),
    row.slice(row.indexOf(': ') + 2),
  ]);
  return { ...Object.fromEntries(pairs), Bericht: message };
}
