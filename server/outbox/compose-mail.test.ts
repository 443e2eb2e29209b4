import fc from 'fast-check';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { type Email } from 'postal-mime';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Enquiry, enquirySchema } from '../../enquiry/enquiry.ts';
import { FIELDS, type FieldName } from '../../enquiry/fields.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { repetitions } from '../../tests/runner/soak.ts';
import { TEST_RELEASE } from '../../tests/support/content/test-release.ts';
import { GOOD_ENQUIRIES } from '../../tests/support/requests/example-enquiries.ts';
import { readFields } from '../../tests/support/servers/mailbox.ts';
import { NOON_MS } from '../../tests/support/store/examples.ts';
import { composeMail, composePlainMail } from './compose-mail.ts';

const RUNS = repetitions(30);

const SITE = {
  from: { name: 'Maanzaad', address: 'website@maanzaad.example' },
  company: { name: 'Lezer', address: 'lezer@maanzaad.example' },
  contact: { name: 'Maanzaad', address: 'info@maanzaad.example' },
};
const settings = { MAIL_FROM: SITE.from, MAIL_TO: [SITE.company] };
const LABELS = Object.fromEntries(FIELDS.map(({ name }) => [name, `Label van ${name}`])) as Record<
  FieldName,
  string
>;
const manifest: ReleaseManifest = {
  ...TEST_RELEASE,
  enquiry: { ...TEST_RELEASE.enquiry, labels: { ...LABELS, date: 'Datum (dd/mm/jjjj)' } },
};
const mailTexts = manifest.mails;

const full: Enquiry = {
  ...GOOD_ENQUIRIES['every field'].enquiry,
  company: '<b>Bloem & Zaad</b>',
  clientType: 'Particulier',
  productType: 'Huwelijksfeest',
  personCount: 120,
  grownupCount: 100,
  childrenCount: 20,
  message: '€ 35 p.p. 🎉\n\n  ingesprongen, en blanco achteraan   \n.\n-- \n',
};
const least: Enquiry = { email: full.email, name: 'Zoë', message: 'Dag' };

async function mailsOf(enquiry: Enquiry, { isSpam = false } = {}, from = manifest) {
  const [company, confirmation] = await Promise.all(
    (['company', 'confirmation'] as const).map((kind) =>
      overTheWire(composeMail(mailOf(enquiry, { kind, isSpam }), { manifest: from, settings })),
    ),
  );
  return { company: company as Email, confirmation: confirmation as Email };
}

const mailOf = (
  fields: Enquiry,
  { kind = 'company' as const, isSpam = false } = {} as {
    kind?: 'company' | 'confirmation';
    isSpam?: boolean;
  },
) => ({
  kind,
  messageId: `<1-${kind}@maanzaad.example>`,
  receivedAtMs: NOON_MS,
  fields,
  isSpam,
});

/** Writes the mail as MIME and parses it with another library. */
async function overTheWire(mail: SendMailOptions): Promise<Email> {
  return PostalMime.parse(
    await new MailComposer({ ...mail, newline: 'windows' }).compile().build(),
  );
}

describe('the company mail', () => {
  test('the company mail has every field under its label, the most important ones first', async () => {
    const { company } = await mailsOf(full);
    const expected = Object.entries(full).map(([field, value]) => [
      field === 'date' ? 'Datum' : LABELS[field as FieldName],
      String(value),
    ]);
    const fields = readFields(company.text, LABELS.message);
    expect(fields).toEqual(Object.fromEntries(expected));
    expect(Object.keys(fields).slice(0, 4)).toEqual([
      LABELS.productType,
      'Datum',
      LABELS.partyLocation,
      LABELS.personCount,
    ]);
    expect(Object.keys(fields).at(-1)).toBe(LABELS.message);
  });

  test('the company mail is from the site, replies go to the visitor, and the subject is a summary', async () => {
    const { company } = await mailsOf(full);
    expect(company.from).toMatchObject(SITE.from);
    expect(company.to).toMatchObject([SITE.company]);
    expect(company.replyTo).toMatchObject([{ name: "Zoë Ĳsbrandt-D'Hondt", address: full.email }]);
    expect(company.messageId).toBe('<1-company@maanzaad.example>');
    expect(company.date).toBe('2026-11-20T11:00:00.000Z');
    expect(company.subject).toBe(
      "Huwelijksfeest, vrijdag 5 maart 2027, 120 personen – Zoë Ĳsbrandt-D'Hondt",
    );
    expect(company.text).toContain('op vrijdag 20 november 2026 om 12:00.');
  });

  test.each([
    [0, '0 personen'],
    [1, '1 persoon'],
    [1_200, '1200 personen'],
    [12_000, '12.000 personen'],
  ])('a mail writes %d as %s', async (personCount, counted) => {
    const { company } = await mailsOf({ ...least, personCount });
    expect(company.subject).toBe(`Aanvraag, ${counted} – Zoë`);
  });

  test('the company mail escapes input in its HTML', async () => {
    const { company } = await mailsOf(full);
    expect(company.html).toContain('&lt;b&gt;Bloem &amp; Zaad&lt;/b&gt;');
    expect(company.html).not.toContain('<b>Bloem');
  });

  test('the company mail shows the date in words, and links to call and to answer', async () => {
    const { company } = await mailsOf({ ...full, phone: '0470 12.34.56' });
    expect(company.html).toContain('>vrijdag 5 maart 2027</td>');
    expect(company.html).toContain('<a href="tel:0470123456"');
    expect(company.html).toContain(`<a href="mailto:${full.email}"`);
    const { company: other } = await mailsOf({ ...full, phone: '09 117 24 83 of 0470 12 34 56' });
    expect(other.html).not.toContain('tel:');
  });

  test('the company mail marks possible spam', async () => {
    const { company } = await mailsOf(full, { isSpam: true });
    expect(company.subject?.startsWith(`${mailTexts.company.spamMark} Huwelijksfeest`)).toBe(true);
    expect(company.text).toContain(mailTexts.company.spamNote);
    expect(company.html).toContain(mailTexts.company.spamNote);
  });

  const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
  const message = fc.array(
    fc.oneof(text(20), fc.constantFrom('\n', '\r\n', '\t', '   ', '.', 'x'.repeat(1200), '\n\n')),
    { maxLength: 8 },
  );
  const lines = FIELDS.filter(({ kind }) => kind === 'line').map(({ name }) => [name, text(60)]);
  const enquiries = fc
    .record({
      ...Object.fromEntries(lines),
      message: message.map((parts) => parts.join('')),
      personCount: fc.nat(1000),
    })
    .map((fields) => {
      const given = Object.entries({ email: full.email, ...fields }).filter(([, value]) => value);
      return v.safeParse(enquirySchema, Object.fromEntries(given));
    })
    .filter((result) => result.success)
    .map((result) => result.output);

  test('the company mail contains every byte of generated enquiries', async () => {
    await fc.assert(
      fc.asyncProperty(enquiries, async (enquiry) => {
        const { company } = await mailsOf(enquiry);
        const sent = Object.entries(enquiry).map(([field, value]) => [
          LABELS[field as FieldName],
          String(value).replace(/\r\n?/g, '\n'),
        ]);
        expect(readFields(company.text, LABELS.message)).toEqual(Object.fromEntries(sent));
        expect(company.replyTo?.map(({ address }) => address)).toEqual([enquiry.email]);
        expect(company.to).toMatchObject([SITE.company]);
      }),
      { numRuns: RUNS },
    );
  });
});

const eventOf = (email: Email) => {
  const [attached, ...others] = email.attachments;
  expect(others).toEqual([]);
  if (!attached) return undefined;
  expect(attached).toMatchObject({ mimeType: 'text/calendar', disposition: 'attachment' });
  const ics = new TextDecoder().decode(attached.content as ArrayBuffer);
  // The parser has replaced CRLF with LF.
  const lines = ics.split('\n');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const event = /BEGIN:VEVENT\n(.*?)\nEND:VEVENT/s.exec(ics)?.[1]?.replaceAll('\n ', '') ?? '';
  /** Unescapes a value (RFC 5545, 3.3.11). */
  return (name: string) =>
    new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'm')
      .exec(event)?.[1]
      ?.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));
};

test('the event in the company mail is tentative and has a stable UID', async () => {
  const { company, confirmation } = await mailsOf({ ...full, date: '31-12-2027' });
  const event = eventOf(company);
  expect(event?.('DTSTART')).toBe('20271231');
  expect(event?.('DTEND')).toBe('20280101');
  expect(event?.('STATUS')).toBe('TENTATIVE');
  expect(event?.('SUMMARY')).toBe(company.subject);
  expect(event?.('LOCATION')).toBe(full.partyLocation);
  expect(`<${event?.('UID')}>`).toBe(company.messageId);
  expect(event?.('DESCRIPTION')).toContain(`${LABELS.phone}: ${full.phone}`);
  expect(confirmation.attachments).toEqual([]);
  expect((await mailsOf(least)).company.attachments).toEqual([]);
  expect((await mailsOf(full, { isSpam: true })).company.attachments).toEqual([]);
});

describe('the visitor’s confirmation', () => {
  test('the confirmation formats dates and numbers in the locale', async () => {
    const { confirmation } = await mailsOf({ ...full, personCount: 12_000 });
    expect(confirmation.text).toContain('Datum: vrijdag 5 maart 2027\n');
    expect(confirmation.text).toContain(`${LABELS.personCount}: 12.000\n`);
  });

  test('the confirmation is marked as automatic, and replies go to the company', async () => {
    const { confirmation } = await mailsOf(full);
    const header = (name: string) => confirmation.headers.find(({ key }) => key === name)?.value;
    expect(header('auto-submitted')).toBe('auto-replied');
    expect(confirmation.from).toMatchObject(SITE.from);
    expect(confirmation.to).toMatchObject([{ name: '', address: full.email }]);
    expect(confirmation.replyTo).toMatchObject([SITE.contact]);
    // WVV, article 2:20: a letter names the company, its legal form, seat, number and register.
    const { name, legalForm, registration, postalAddresses } = manifest.company;
    for (const fact of [`${name} ${legalForm}`, registration, ...postalAddresses]) {
      expect(confirmation.text).toContain(`${fact}\n`);
      expect(confirmation.html).toContain(fact);
    }
    expect(confirmation.text).toContain(manifest.company.phone);
    expect(confirmation.text).toContain(manifest.company.email);
  });

  test('the confirmation omits the summary when it would be empty', async () => {
    const { confirmation } = await mailsOf(least);
    expect(confirmation.text).not.toContain(mailTexts.confirmation.summaryHeading);
    expect(confirmation.html).not.toContain(mailTexts.confirmation.summaryHeading);
  });
});

test('a mail that cannot be composed is sent as a plain list of all fields', async () => {
  const broken = { ...manifest, locale: 'no locale' };
  expect(() => composeMail(mailOf(full), { manifest: broken, settings })).toThrow();
  const company = await overTheWire(composePlainMail(mailOf(full), { manifest: broken, settings }));
  for (const [name, value] of Object.entries(full))
    expect(company.text).toContain(`${name}: ${value}`.trim());
  expect(company.replyTo).toMatchObject([{ address: full.email }]);
  const confirmation = mailOf(full, { kind: 'confirmation' });
  const { text } = await overTheWire(
    composePlainMail(confirmation, { manifest: broken, settings }),
  );
  expect(text).not.toContain(full.message);
});

test('the confirmation repeats no option that is not in the list', async () => {
  const { company, confirmation } = await mailsOf({
    ...full,
    productType: 'Koop nu',
    clientType: 'Bedrijf',
  });
  expect(confirmation.text).not.toContain('Koop nu');
  expect(confirmation.html).not.toContain('Koop nu');
  expect(confirmation.text).toContain(`${LABELS.clientType}: Bedrijf\n`);
  expect(company.text).toContain(`${LABELS.productType}: Koop nu\n`);
});

test('the mark is an image inside the HTML, beside the calendar file', async () => {
  const markPng = Buffer.from('an image').toString('base64');
  const { company, confirmation } = await mailsOf(full, {}, { ...manifest, markPng });
  for (const { html, attachments } of [company, confirmation]) {
    const [image] = attachments;
    expect(image).toMatchObject({ mimeType: 'image/png', related: true });
    expect(html).toContain(`src="cid:${image?.contentId?.slice(1, -1)}"`);
    expect(Buffer.from(image?.content as ArrayBuffer).toString('base64')).toBe(markPng);
  }
  expect(confirmation.attachments).toHaveLength(1);
  const [, calendar] = company.attachments;
  expect(calendar).toMatchObject({ mimeType: 'text/calendar', disposition: 'attachment' });
});

test('the company mail goes to the recipient in the content unless MAIL_TO is set', async () => {
  const named = {
    ...manifest,
    keeping: { ...manifest.keeping, recipient: 'keuken@maanzaad.example' },
  };
  const none = { MAIL_FROM: undefined, MAIL_TO: undefined };
  const toOf = async (from: ReleaseManifest, given: typeof none | typeof settings) =>
    (await overTheWire(composeMail(mailOf(least), { manifest: from, settings: given }))).to;
  expect(await toOf(named, none)).toMatchObject([{ address: 'keuken@maanzaad.example' }]);
  expect(await toOf(manifest, none)).toMatchObject([{ address: manifest.company.email }]);
  expect(await toOf(named, settings)).toMatchObject([SITE.company]);
});

test('mails use the texts, locale, time zone and colours of the release', async () => {
  const replaced = <Texts extends object>(texts: Texts) =>
    Object.fromEntries(Object.keys(texts).map((key) => [key, `<${key}> {time}`])) as Texts;
  const { company, confirmation } = await mailsOf(
    full,
    {},
    {
      ...manifest,
      locale: 'fr-BE',
      timeZone: 'America/Guadeloupe',
      colors: { page: '#eeeeff', paper: '#ffffff', ink: '#101030' },
      mails: {
        company: replaced(mailTexts.company),
        confirmation: replaced(mailTexts.confirmation),
      },
    },
  );
  expect(company.subject).toContain('vendredi 5 mars 2027, ');
  expect(company.text).toContain('<sent> vendredi 20 novembre 2026 à 07:00');
  expect(company.html).toContain('<html lang="fr-BE">');
  expect(company.html).toContain('background:#eeeeff');
  expect(confirmation.html).toContain('color:#101030');
  const all = `${company.text}${company.html}${confirmation.text}${confirmation.html}`;
  for (const text of Object.values({ ...mailTexts.company, ...mailTexts.confirmation })) {
    const start = text.replace(/\{.*/, '').trim();
    if (start !== '') expect(all).not.toContain(start);
  }
});

test.each([
  ...['=?utf-8?Q?Bcc=3A_x?=', '=?UTF-8?B?QmNjOiB4?=', 'a=\u200e?utf-8?Q?x?=', '==??'],
  'Eva\u202e\u2028Bcc: x\u2066 "<x@y.example>", z@y.example',
])('no name breaks a header, changes its direction or is decoded: %s', async (name) => {
  const { subject, replyTo, headers } = (await mailsOf({ ...full, name })).company;
  expect(`${subject} ${replyTo?.[0]?.name}`).not.toMatch(/=\?|[\p{Cc}\p{Bidi_C}\u2028]/u);
  expect(replyTo?.map(({ address }) => address)).toEqual([full.email]);
  expect(headers.filter(({ key }) => key === 'bcc')).toEqual([]);
});

test('the company mail says when the day of the party is marked as full', async () => {
  const marked = { ...manifest, fullDays: ['2027-03-05'] };
  const textOf = async (enquiry: Enquiry, from = marked) => {
    const { company, confirmation } = await mailsOf(enquiry, {}, from);
    expect(confirmation.text).not.toContain(mailTexts.company.fullDay);
    return company.text;
  };
  expect(await textOf({ ...least, date: '5-3-2027' })).toContain(mailTexts.company.fullDay);
  for (const enquiry of [least, { ...least, date: '6-3-2027' }]) {
    expect(await textOf(enquiry)).not.toContain(mailTexts.company.fullDay);
  }
  expect(await textOf({ ...least, date: '5-3-2027' }, manifest)).not.toContain(
    mailTexts.company.fullDay,
  );
});
