import { FIELDS, type FieldName } from '../../enquiry/fields.ts';
import { VISIBLE_FIELDS } from '../../site/form/fields/form-values.ts';
import { FormPage, TYPED } from '../form/form-page.ts';
import { expect, inMotion, test as siteTest } from '../support/browser/browser-test.ts';
import {
  content,
  formPath,
  homePath,
  messages,
  navigation,
  SITE_DIR,
} from '../support/content/fixture-site.ts';
import { GOOD_ENQUIRIES } from '../support/requests/example-enquiries.ts';
import {
  type Mailbox,
  openMailbox,
  type ReceivedMail,
  readFields,
} from '../support/servers/mailbox.ts';
import { startSiteServer } from '../support/servers/site-server.ts';

const test = siteTest.extend<{ mailbox: Mailbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: the pattern tells Playwright what it needs
  mailbox: async ({}, use) => {
    const mailbox = await openMailbox();
    await use(mailbox);
    await mailbox.close();
  },
  baseURL: async ({ mailbox }, use) => {
    const site = await startSiteServer({ siteDir: SITE_DIR, env: { SMTP_URL: mailbox.url } });
    await use(site.url);
    await site.stop();
  },
});
test.use(inMotion);

/** 4,000 characters with line breaks, a price and an emoji. */
const LINE = 'We denken aan € 35 p.p., met soep vooraf 🥂 en iets zonder noten.\n';
const MESSAGE = `${LINE.repeat(64).slice(0, 3996)}Dag!`;

/** Option for each select. */
const CHOSEN: Record<string, string> = Object.fromEntries(
  Object.entries(messages.options).map(([name, options]) => [name, options.at(-1) ?? '']),
);

/** Input for each field. */
const VALUES = {
  ...GOOD_ENQUIRIES['every field'].values,
  ...CHOSEN,
  email: TYPED.email,
  message: MESSAGE,
};

/** Expected values in the company mail; the date is in wire format. */
const EXPECTED: Partial<Record<FieldName, string>> = { ...VALUES, date: '5-3-2027' };

test('a visitor finds the form, and both mails arrive complete', async ({ page, mailbox }) => {
  await page.goto('/');
  await expect(page).toHaveURL(homePath);
  const label = navigation.find(({ path }) => path === formPath)?.label ?? '';
  await page
    .getByRole('navigation', { name: messages.shell.mainNavigation })
    .getByRole('link', { name: label })
    .click();
  await expect(page).toHaveURL(formPath);

  const form = new FormPage(page);
  for (const { name, kind } of VISIBLE_FIELDS) {
    const value = VALUES[name] ?? '';
    if (kind === 'option') await form.field(name).selectOption(value);
    else await form.field(name).fill(value);
  }
  await send(form);
  const patient = { timeout: 50_000 };
  await expect.poll(() => mailbox.mails.length, patient).toBe(2);
  expectBothMails(mailbox.mails);

  await test.step('a second enquiry has a captcha result of its own', async () => {
    await form.again.click();
    await form.fillRequired();
    await send(form);
    // One mailbox gets three confirmations an hour.
    await expect.poll(() => mailbox.mails.length, patient).toBe(4);
  });
});

async function send(form: FormPage) {
  await expect(form.submit).toBeEnabled({ timeout: 30_000 });
  await form.submit.click();
  await expect(form.message('success')).toBeVisible();
}

/**
 * Expects a company mail with every field as typed, and one to the visitor without free
 * text.
 */
function expectBothMails(mails: ReceivedMail[]) {
  const mailTo = (recipient: string) => {
    const found = mails.filter(({ recipients }) => recipients.join() === recipient);
    expect(found, recipient).toHaveLength(1);
    return found[0]?.email;
  };
  const toCompany = mailTo(content.company.email);
  const expected = Object.entries(EXPECTED).map(([name, value]) => [
    labelOf(name as FieldName),
    value,
  ]);
  expect(readFields(toCompany?.text, messages.fields.message)).toEqual(
    Object.fromEntries(expected),
  );
  expect(toCompany?.replyTo?.[0]?.address).toBe(VALUES.email);

  const toVisitor = mailTo(VALUES.email);
  const autoReply = { key: 'auto-submitted', value: 'auto-replied' };
  expect(toVisitor?.headers).toContainEqual(expect.objectContaining(autoReply));
  const confirmation = toVisitor?.text ?? '';
  for (const text of Object.values(CHOSEN)) expect(confirmation).toContain(text);
  for (const { name, kind } of FIELDS) {
    const isFreeText = kind === 'line' || kind === 'text' || kind === 'email';
    const text = isFreeText ? EXPECTED[name] : undefined;
    if (text !== undefined) expect(confirmation, name).not.toContain(text);
  }
}

/** The label as in the mail, without its hint: 'Date (jj/mm/aaaa)'. */
function labelOf(name: FieldName): string {
  return messages.fields[name].replace(/ \(.*\)$/, '');
}
