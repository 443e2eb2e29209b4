import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { type Enquiry, enquirySchema } from '../../enquiry/enquiry.ts';
import { exampleEnquiry, NOON_MS } from '../../tests/store-examples.ts';
import { TEST_RELEASE } from '../../tests/test-site.ts';
import type { OutgoingMail } from '../store/store.ts';
import { type MailOptions, mailComposer } from './compose-mails.ts';
import { mimeMessage } from './mime-message.ts';

// Minutes rather than seconds: the machine may be busy, and no test here is about time.
vi.setConfig({ testTimeout: 120_000 });

const SITE = {
  from: { name: 'Maanzaad', address: 'website@maanzaad.example' },
  company: { name: 'Lezer', address: 'lezer@maanzaad.example' },
  contact: { name: 'Maanzaad', address: 'info@maanzaad.example' },
};
const LABELS: Record<keyof Enquiry, string> = {
  email: 'Email',
  name: 'Naam',
  firstName: 'Voornaam',
  company: 'Bedrijf',
  street: 'Straat',
  number: 'Huisnummer',
  postalCode: 'Postcode',
  city: 'Woonplaats',
  phone: 'Telefoonnummer',
  vatNumber: 'BTW nummer',
  clientType: 'Voor',
  productType: 'Betreft',
  date: 'Datum (dd/mm/jjjj)',
  partyLocation: 'Locatie',
  personCount: 'Aantal personen',
  grownupCount: 'Aantal volwassenen',
  childrenCount: 'Aantal kinderen',
  message: 'Bericht',
};
const compose = mailComposer({ ...TEST_RELEASE, fieldLabels: LABELS });
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

const full: Enquiry = {
  email: 'zoe@voorbeeld.example',
  name: "Ĳsbrandt-D'Hondt",
  firstName: 'Zoë',
  company: '<b>Bloem & Zaad</b>',
  street: 'Klaprozenveld',
  number: '12 bus 3',
  postalCode: '0000',
  city: 'Bollebeek-aan-de-Molen',
  phone: '09 000 00 00',
  vatNumber: 'BE 0000.000.000',
  clientType: 'Particulier',
  productType: 'Huwelijksfeest',
  date: '5-3-2027',
  partyLocation: 'in de tuin, “achteraan”',
  personCount: 120,
  grownupCount: 100,
  childrenCount: 20,
  message: '€ 35 p.p. 🎉\n\n  ingesprongen, en blanco achteraan   \n.\n-- \n',
};

async function mailsOf(enquiry: Enquiry, options: Partial<MailOptions> = {}) {
  const usual = { receivedAtMs: NOON_MS, possibleSpam: false, withConfirmation: true };
  const mails = compose(enquiry, { ...usual, ...options });
  const [company, confirmation] = await Promise.all(mails.map(overTheWire));
  if (!company) throw new Error('No mail to the company.');
  return { company, confirmation };
}

/** As MIME, and read again by a parser that is not the one that wrote it. */
async function overTheWire(mail: OutgoingMail): Promise<Email> {
  const { message } = await composer.sendMail(mimeMessage(mail, SITE));
  return PostalMime.parse(message as Buffer);
}

/** Reads the company's text as its doc comment says it can be read. */
function readFields(text: string | undefined): Record<string, string> {
  const [, lines = '', ...message] = (text ?? '').replace(/\n$/, '').split('\n\n');
  const rest = message.join('\n\n').replace(/^Bericht:\n/, '');
  const fields = lines.split('\n').map((line) => {
    const end = line.indexOf(': ');
    return [line.slice(0, end), line.slice(end + 2)];
  });
  return { ...Object.fromEntries(fields), Bericht: rest };
}

describe("the company's mail", () => {
  it('holds every field under its label, byte for byte', async () => {
    const { company } = await mailsOf(full);
    expect(readFields(company.text)).toEqual(
      Object.fromEntries(
        Object.entries(full).map(([field, value]) => [
          LABELS[field as keyof Enquiry].replace(' (dd/mm/jjjj)', ''),
          String(value),
        ]),
      ),
    );
  });

  it('comes from us, answers to the visitor, and says in its subject what it is about', async () => {
    const { company } = await mailsOf(full);
    expect(company.from).toMatchObject(SITE.from);
    expect(company.to).toMatchObject([SITE.company]);
    expect(company.replyTo).toMatchObject([{ name: "Zoë Ĳsbrandt-D'Hondt", address: full.email }]);
    expect(company.subject).toBe(
      "Huwelijksfeest, vrijdag 5 maart 2027, 120 personen – Zoë Ĳsbrandt-D'Hondt",
    );
  });

  it('shows what was typed as text, also in its HTML', async () => {
    const { company } = await mailsOf(full);
    expect(company.html).toContain('&lt;b&gt;Bloem &amp; Zaad&lt;/b&gt;');
    expect(company.html).not.toContain('<b>Bloem');
  });

  it('is marked when a machine seems to have filled in the form, and nothing is confirmed', async () => {
    const { company, confirmation } = await mailsOf(full, { possibleSpam: true });
    expect(company.subject).toMatch(/^\[mogelijk spam\] Huwelijksfeest/);
    expect(company.text).toContain('Mogelijk spam');
    expect(confirmation).toBeUndefined();
  });

  it('lets no name break a header or turn the reading direction around', async () => {
    const name = 'Eva\u202e\u2028Bcc: all@voorbeeld.example\u2066 "<x@y.example>", z@y.example';
    const { company } = await mailsOf({ ...full, firstName: name });
    expect(company.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(company.replyTo).toHaveLength(1);
    expect(company.replyTo?.[0]?.address).toBe(full.email);
    expect(`${company.subject}${company.replyTo?.[0]?.name}`).not.toMatch(
      /[\p{Cc}\p{Bidi_C}\u2028]/u,
    );
  });

  it('reaches an address outside ASCII by the name DNS knows', async () => {
    const { company } = await mailsOf({ ...full, email: 'zoe@café.example' });
    expect(company.replyTo?.[0]?.address).toMatch(/^zoe@(café|xn--caf-dma)\.example$/);
  });

  const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
  const optional = fc.option(text(60), { nil: undefined });
  const message = fc.array(
    fc.oneof(text(20), fc.constantFrom('\n', '\r\n', '\t', '   ', '.', 'x'.repeat(1200), '\n\n')),
    { maxLength: 8 },
  );
  const enquiries = fc
    .record({
      name: text(60),
      message: message.map((parts) => parts.join('')),
      company: optional,
      partyLocation: optional,
      street: optional,
      personCount: fc.nat(1000),
    })
    .map((fields) => {
      const given = Object.entries({ email: full.email, ...fields }).filter(([, value]) => value);
      return v.safeParse(enquirySchema, Object.fromEntries(given));
    })
    .filter((result) => result.success)
    .map((result) => result.output);

  it('loses no byte of 200 generated enquiries', async () => {
    await fc.assert(
      fc.asyncProperty(enquiries, async (enquiry) => {
        const { company } = await mailsOf(enquiry);
        const fields = readFields(company.text);
        expect(fields.Naam).toBe(enquiry.name);
        expect(fields.Bedrijf).toBe(enquiry.company);
        expect(fields.Locatie).toBe(enquiry.partyLocation);
        expect(fields.Straat).toBe(enquiry.street);
        expect(fields.Bericht).toBe(enquiry.message.replace(/\r\n?/g, '\n'));
        expect(company.replyTo?.map(({ address }) => address)).toEqual([enquiry.email]);
        expect(company.to).toMatchObject([SITE.company]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the visitor's confirmation", () => {
  it('repeats only what comes from our lists, a date, or a number', async () => {
    const { confirmation } = await mailsOf(full);
    const said = `${confirmation?.subject}\n${confirmation?.text}\n${confirmation?.html}`;
    expect(confirmation?.text).toContain('- Betreft: Huwelijksfeest\n');
    expect(confirmation?.text).toContain('- Datum: vrijdag 5 maart 2027\n');
    expect(confirmation?.text).toContain('- Aantal personen: 120\n');
    expect(confirmation?.text).toContain('- Voor: Particulier\n');
    for (const field of ['name', 'firstName', 'street', 'city', 'partyLocation'] as const) {
      expect(said, field).not.toContain(full[field]);
    }
    for (const words of ['Bloem', '35 p.p.', 'ingesprongen', 'bus 3']) {
      expect(said).not.toContain(words);
    }
  });

  it('says that a machine wrote it, and answers to the company', async () => {
    const { confirmation } = await mailsOf(full);
    const header = (name: string) => confirmation?.headers.find(({ key }) => key === name)?.value;
    expect(header('auto-submitted')).toBe('auto-replied');
    expect(confirmation?.from).toMatchObject(SITE.from);
    expect(confirmation?.to).toMatchObject([{ name: '', address: full.email }]);
    expect(confirmation?.replyTo).toMatchObject([SITE.contact]);
    expect(confirmation?.text).toContain(TEST_RELEASE.company.phone);
    expect(confirmation?.text).toContain(TEST_RELEASE.company.email);
  });

  it('leaves the summary out when there is nothing to sum up', async () => {
    const { confirmation } = await mailsOf(exampleEnquiry().enquiry);
    expect(confirmation?.text).not.toContain(TEST_RELEASE.confirmation.summaryHeading);
    expect(confirmation?.html).not.toContain(TEST_RELEASE.confirmation.summaryHeading);
  });

  it('is not owed when the limits say so', async () => {
    expect((await mailsOf(full, { withConfirmation: false })).confirmation).toBeUndefined();
  });
});

it('repeats Message-ID and Date however often a mail is sent', async () => {
  const [mail] = compose(full, {
    receivedAtMs: NOON_MS,
    possibleSpam: false,
    withConfirmation: true,
  });
  if (!mail) throw new Error('No mail.');
  const [first, second] = await Promise.all([overTheWire(mail), overTheWire(mail)]);
  expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@maanzaad\.example>$/);
  expect(second?.messageId).toBe(first?.messageId);
  expect(first?.date).toBe('2026-11-20T11:00:00.000Z');
  expect(second?.date).toBe(first?.date);
});
