import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_LENGTH } from '../../enquiry/enquiry.ts';
import { IDEMPOTENCY_HEADER } from '../../enquiry/replies.ts';
import { composeMail } from '../../server/outbox/compose-mail.ts';
import {
  type FormValues,
  SHOWN_FIELDS,
  type ShownField,
  toRequest,
} from '../../site/form/fields/form-values.ts';
import { formatTypedDate } from '../../site/form/fields/typed-date.ts';
import { newSubmission } from '../../site/form/submission/submission.ts';
import { captchaThat, passed } from '../captcha-double.ts';
import { count } from '../soak.ts';
import { TEST_RELEASE } from '../test-release.ts';
import { openTestSite, type TestSite } from '../test-site.ts';

/*
 * What is typed and what the caterer's mail shows, byte for byte: generated forms go the way the
 * browser sends them through the real app and the real store, their mails are written as MIME and
 * read back by a parser that is not the one that wrote them.
 */
const FORMS = count(15);
const SEED = 20_270_305;

let site: TestSite;
beforeAll(async () => {
  let solved = 0;
  site = await openTestSite({
    captcha: captchaThat(async (_result, nowMs) => {
      solved += 1;
      return passed(`nonce ${solved}`, nowMs);
    }),
  });
});
afterAll(() => site.close());

/** Line ends, which a single-line control does not take, and signs that turn text around, which are taken out. */
const NO_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Anything a person, or a phone, can put in a single-line control. */
const lineOf = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.constantFrom(
        "Zoë Ĳsbrandt-D'Hondt",
        '€ 35 p.p.',
        'Naam: x',
        'Bericht:',
        '=C3=AB =?utf-8?Q?x?=',
        ' met blanco’s ',
        '.',
        '--',
      ),
    )
    .filter((text) => text.trim() !== '' && text.length <= maxLength && !NO_LINE.test(text));

const message = fc
  .array(fc.oneof(lineOf(200), fc.constantFrom('', ' ', '.', '..', '-- ', '\t', 'From x', '> y')), {
    minLength: 1,
    maxLength: 60,
  })
  .map((lines) => lines.join('\n').slice(0, MAX_LENGTH.text).toWellFormed())
  .filter((text) => text.trim() !== '' && Buffer.byteLength(text) < 9_000);

const email = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/),
    fc.constantFrom('voorbeeld.example', 'bücher.example', 'a.b.c.example'),
  )
  .map(([local, domain]) => `${local}@${domain}`);

const date = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((day) =>
    formatTypedDate({
      day: day.getUTCDate(),
      month: day.getUTCMonth() + 1,
      year: day.getUTCFullYear(),
    }),
  );

function typedIn({ kind, name }: ShownField): fc.Arbitrary<string> {
  switch (kind) {
    case 'email':
      return email;
    case 'line':
      return lineOf(MAX_LENGTH.line);
    case 'text':
      return message;
    case 'option':
      return fc.constantFrom(...(TEST_RELEASE.enquiry.options[name] ?? []));
    case 'date':
      return date;
    case 'count':
      return fc.nat(100_000).map(String);
  }
}

const forms: fc.Arbitrary<FormValues> = fc.record(
  Object.fromEntries(SHOWN_FIELDS.map((field) => [field.name, typedIn(field)])),
  { requiredKeys: SHOWN_FIELDS.filter((field) => 'required' in field).map(({ name }) => name) },
);

test(`${FORMS} generated forms arrive in the caterer's mail as they were typed`, async () => {
  await fc.assert(
    fc.asyncProperty(forms, async (values) => {
      const submission = newSubmission(
        JSON.stringify(toRequest(values, 'captcha result', TEST_RELEASE.locale)),
      );
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/mail/maanzaad',
        headers: { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: submission.id },
        payload: submission.body,
      });
      expect(answer.statusCode).toBe(202);
      const mail = await nextCompanyMail();
      expect(readText(mail.text)).toEqual(asTyped(values));
      expect(readHtml(mail.html)).toEqual(asTyped(values));
    }),
    { numRuns: FORMS, seed: SEED },
  );
}, 120_000);

/**
 * What the mail must show: everything as it was typed, but for the date, which travels without
 * zeros. Written without the code under test.
 */
function asTyped({ date, ...values }: FormValues): Record<string, string> {
  return { ...values, ...(date && { date: date.split('/').map(Number).join('-') }) };
}

/** The next mail to the company, after a journey through MIME. */
async function nextCompanyMail(): Promise<{ text: string; html: string }> {
  const settings = { MAIL_FROM: undefined, MAIL_TO: undefined };
  for (;;) {
    const claim = await site.store.claimMail(Date.now());
    if (!claim) throw new Error('No mail to the company is queued');
    await site.store.settleMail(claim, { kind: 'delivered' }, Date.now());
    if (claim.kind !== 'company') continue;
    const labels = Object.fromEntries(SHOWN_FIELDS.map(({ name }) => [name, name]));
    const release = { ...TEST_RELEASE, enquiry: { ...TEST_RELEASE.enquiry, labels } };
    const mail = composeMail(claim, { release, settings });
    const bytes = await new MailComposer({ ...mail, newline: 'windows' }).compile().build();
    const { text = '', html = '' } = await PostalMime.parse(bytes);
    // The parser ends every text with a line end of its own.
    return { text: text.replace(/\n$/, ''), html };
  }
}

/** Fields of the company's mail: lines `label: value`, then `message:` and the message to the end. */
function readText(text: string): Record<string, string> {
  const body = text.replaceAll('\r\n', '\n');
  const start = body.indexOf('\n\nmessage:\n');
  const head = body.slice(0, start);
  const fields: Record<string, string> = { message: body.slice(start + '\n\nmessage:\n'.length) };
  // The fields are one block without an empty line, the last before the message.
  for (const row of head.split('\n\n').at(-1)?.split('\n') ?? []) {
    const colon = row.indexOf(': ');
    fields[row.slice(0, colon)] = row.slice(colon + 2);
  }
  return fields;
}

/** The same from the HTML, as a mail program shows it: a table, then the message under its heading. */
function readHtml(html: string): Record<string, string> {
  const cells = html.matchAll(/<th[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)<\/td>/g);
  const [, message] = /<h2[^>]*>message<\/h2>\s*<p[^>]*>([^<]*)<\/p>/.exec(html) ?? [];
  const fields = [...cells].map(([, label = '', value = '']) => [label, value]);
  return Object.fromEntries(
    [...fields, ['message', message ?? '']].map(([label, value = '']) => [
      label,
      value.replaceAll('\r\n', '\n').replace(/&(\w+|#\d+);/g, unescapeEntity),
    ]),
  );
}

function unescapeEntity(_whole: string, name: string): string {
  if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  const sign = named[name];
  if (sign === undefined) throw new Error(`Unknown entity ${name}`);
  return sign;
}
