import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIELDS, type FieldName } from '../../enquiry/fields.ts';
import { type Mailbox, openMailbox, type ReceivedMail } from '../mailbox.ts';
import { expect, inMotion } from '../support/browser-test.ts';
import { testWithMailbox } from '../support/mailbox-test.ts';
import { content, formPath, homePath, navigation, SITE_DIR, words } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';
import { CHOSEN, EXPECTED, fillInForm, TYPED } from './fill-in-form.ts';

const test = testWithMailbox(SITE_DIR);
test.describe('in motion', () => {
  test.use(inMotion);

  test('a visitor finds the form and both mails arrive as typed', async ({ page, mailbox }) => {
    await page.goto('/');
    await expect(page).toHaveURL(homePath);
    const label = navigation.find(({ path }) => path === formPath)?.label ?? '';
    await page
      .getByRole('navigation', { name: words.shell.mainNavigation })
      .getByRole('link', { name: label })
      .click();
    await expect(page).toHaveURL(formPath);

    await fillInForm(page);
    await page.getByRole('button', { name: words.form.submit }).click();
    await expect(page.getByText(words.form.success)).toBeVisible();
    expectBothMails(await receiveMails(mailbox));
  });
});

test('a server killed between acceptance and delivery still delivers both mails', async ({
  page,
}) => {
  // A port without a mail server for now.
  const reserved = await openMailbox();
  const smtpUrl = reserved.url;
  await reserved.close();
  const dataDir = await mkdtemp(join(tmpdir(), 'restart-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(dataDir, { recursive: true }));
  const options = { siteDir: SITE_DIR, dataDir, env: { SMTP_URL: smtpUrl } };

  const first = await startSiteServer(options);
  stack.defer(first.kill);
  await page.goto(`${first.url}${formPath}`);
  await fillInForm(page);
  await page.getByRole('button', { name: words.form.submit }).click();
  await expect(page.getByText(words.form.success)).toBeVisible();
  // Wait until both tries have failed: a mail that is claimed during a kill waits for its lease
  // (tests/faults).
  await expect.poll(() => first.output().match(/outbox: mail returned/g)?.length).toBe(2);
  await first.kill();

  const mailbox = await openMailbox(Number(new URL(smtpUrl).port));
  stack.defer(mailbox.close);
  const second = await startSiteServer(options);
  stack.defer(second.stop);
  expectBothMails(await receiveMails(mailbox));
});

/** Expects two mails, and no third within a second. */
async function receiveMails(mailbox: Mailbox): Promise<ReceivedMail[]> {
  await expect.poll(() => mailbox.mails.length, { timeout: 50_000 }).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return mailbox.mails;
}

/**
 * Expects a mail to the company with every field as typed, and one to the visitor without free
 * text.
 */
function expectBothMails(mails: ReceivedMail[]) {
  expect(mails.map(({ recipients }) => recipients).toSorted()).toEqual(
    [[content.company.email], [TYPED.email]].toSorted(),
  );
  const [toCompany, toVisitor] = [content.company.email, TYPED.email].map((recipient) =>
    mails.find(({ recipients }) => recipients.includes(recipient)),
  );
  expect(readFields(toCompany?.email.text ?? '')).toEqual(
    Object.fromEntries(
      Object.entries(EXPECTED).map(([name, value]) => [labelOf(name as FieldName), value]),
    ),
  );
  expect(toCompany?.email.replyTo?.[0]?.address).toBe(TYPED.email);
  expect(toVisitor?.email.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }),
  );
  const confirmation = toVisitor?.email.text ?? '';
  const { date, ...chosen } = { ...CHOSEN, date: EXPECTED.date };
  for (const text of Object.values(chosen)) expect(confirmation).toContain(text);
  for (const { name, kind } of FIELDS) {
    const isFreeText = kind === 'line' || kind === 'text' || kind === 'email';
    const text = isFreeText ? EXPECTED[name] : undefined;
    if (text !== undefined) expect(confirmation, name).not.toContain(text);
  }
}

/** The label as in the mail, without its hint: 'Date (jj/mm/aaaa)'. */
function labelOf(name: FieldName): string {
  return words.fields[name].replace(/ \(.*\)$/, '');
}

/** Parses the company's mail: lines `label: value`, then the message. */
function readFields(text: string): Record<string, string> {
  const body = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  const [head = '', message = ''] = body.split(`\n\n${words.fields.message}:\n`);
  const rows = head.split('\n\n').at(-1)?.split('\n') ?? [];
  const pairs = rows.map((row) => [
    row.slice(0, row.indexOf(': ')),
    row.slice(row.indexOf(': ') + 2),
  ]);
  return { ...Object.fromEntries(pairs), [words.fields.message]: message };
}
