import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enquiryRequestSchema } from '../../enquiry/enquiry.ts';
import { composeMail } from '../../server/outbox/compose-mail.ts';
import type { NewEnquiry } from '../../server/store/store-enquiry.ts';
import { repetitions } from '../runner/soak.ts';
import { TEST_RELEASE } from '../support/content/test-release.ts';
import { sendRaw } from '../support/requests/raw-http.ts';
import { openSharedSite, type TestSite } from '../support/servers/test-site.ts';

const RUNS = repetitions(1_500);

const OPTIONS = TEST_RELEASE.enquiry.options;

/** The enquiries that the server accepted from one call. */
let accepted: NewEnquiry[] = [];
let site: TestSite;

beforeAll(async () => {
  site = await openSharedSite({
    captcha: {
      async verify(_result, nowMs) {
        const expiresAtMs = nowMs + 60_000;
        return { kind: 'passed', nonce: randomUUID(), expiresAtMs, workFactor: Infinity };
      },
    },
    // Enquiries are kept in memory, because only what would be written matters.
    wrapStore: (store) => ({
      ...store,
      async storeEnquiry(enquiry) {
        accepted.push(enquiry);
        return 'stored';
      },
    }),
  });
});
afterAll(() => site.close());

/** Any UTF-16 text, also with unpaired surrogates and NUL. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));

/** Fragments that have broken mails, parsers or databases before. */
const nastyText = fc
  .array(
    fc.constantFrom(
      ...['\r\nBcc: victim@evil.example', '\nTo: victim@evil.example', '\r\n\r\nDag', '\r', '\t'],
      ...['\u2028Cc: victim@evil.example', '\u0085Bcc: victim@evil.example', '\u0000', '%0d%0a'],
      ...['=?utf-8?Q?=0D=0ABcc:_victim@evil.example?=', '<victim@evil.example>', '\\', "'", '"'],
      ...['=?utf-8?B?DQpCY2M6IHZpY3RpbUBldmlsLmV4YW1wbGU=?=', ', victim@evil.example', ':;', '()'],
      ...['; DROP TABLE enquiry; --', '\u202e\u2066', '\ud800', '\udc00\ud800', '😀', '.'],
      ...['Zoë Ĳsbrandt', '--=_Part', '<script>', '{{7*7}}'],
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.join(''));

const text = fc.oneof(nastyText, anyText, fc.string({ unit: 'grapheme' }));
/** The same pieces, mostly without what the schema refuses, so that they reach the mails. */
const passable = (refusedCharacters: RegExp) =>
  fc.oneof(
    {
      weight: 40,
      arbitrary: text.map((dirty) => `Z${dirty.replace(refusedCharacters, '').toWellFormed()}`),
    },
    { weight: 1, arbitrary: text },
  );
const fieldText = passable(/\p{Cc}/gu);
const messageText = passable(/(?![\t\n\r])\p{Cc}/gu);

const localPart = fc.oneof(
  fc.constantFrom('zoe', "o'hara+x", '!#$%&*/=?^_`{|}~-', '"a b"', 'a..b', 'a,b', 'zoë', ''),
  text,
);
const domain = fc.oneof(
  fc.constantFrom('example.org', 'xn--nxasmq6b.example', 'münchen.example', 'b', '[127.0.0.1]'),
  text,
);
const email = fc.oneof(
  { weight: 4, arbitrary: fc.uuid().map((id) => `${id}@example.org` as string) },
  { weight: 2, arbitrary: fc.tuple(localPart, domain).map((parts) => parts.join('@')) },
  { weight: 1, arbitrary: text },
);
const anything = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 2 }),
);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const NAMES = 'firstName,company,street,number,postalCode,city,phone,vatNumber,partyLocation';
const enquiryBody = fc
  .record({
    email,
    name: fieldText,
    message: messageText,
    ...Object.fromEntries(NAMES.split(',').map((name) => [name, optional(fieldText)])),
    clientType: optional(fc.constantFrom(...(OPTIONS.clientType ?? []), 'Koning')),
    productType: optional(fc.constantFrom(...(OPTIONS.productType ?? []))),
    date: optional(fc.constantFrom('5-3-2027', '29-2-2028', '1-1-2027', '31-2-2027')),
    personCount: optional(fc.oneof({ weight: 9, arbitrary: fc.nat(110_000) }, fc.double())),
    website: optional(fc.constantFrom('', 'https://spam.example')),
  })
  .map((body) => ({ ...body, token: 'x', recaptcha: 'x' }));

/** A body as an attacker might send it, usually a valid enquiry with one thing wrong. */
const body = fc.oneof(
  { weight: 8, arbitrary: enquiryBody.map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(enquiryBody, fc.oneof(text, fc.constantFrom('__proto__', 'constructor')), anything)
      .map(([value, key, extra]) => JSON.stringify({ ...value, [key]: extra })),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('[', '{"a":', '{"email":[', '"', '\\u'), fc.nat(2000))
      .map(([piece, times]) => piece.repeat(times)),
  },
);

const headerValue = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 60 })
  .map((bytes) => String.fromCharCode(...bytes).replaceAll('\x7f', ''));
const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: headerValue },
    ),
    'idempotency-key': fc.oneof(fc.uuid(), headerValue),
    'x-xsrf-token': headerValue,
    cookie: fc.oneof(headerValue, fc.constant('XSRF-TOKEN=; XSRF-TOKEN')),
    origin: fc.oneof(headerValue, fc.constantFrom('null', 'https://[', 'https://maanzaad.example')),
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', ''),
    host: fc.oneof(headerValue, fc.constantFrom('', ':', '[::1', 'a:b:c')),
    'x-forwarded-for': headerValue,
    'accept-encoding': headerValue,
    'if-none-match': headerValue,
  },
  { requiredKeys: ['content-type'] },
);
/**
 * Most calls have no hostile header, because otherwise hardly any body would get past the first
 * checks.
 */
const someHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  { weight: 1, arbitrary: headers },
);

describe('any input', () => {
  test('any input is refused, or is a valid enquiry whose mails go to the right recipients only', async () => {
    let checked = 0;
    await fc.assert(
      fc.asyncProperty(body, someHeaders, async (payload, sentHeaders) => {
        accepted = [];
        const response = await site.app.inject({
          method: 'POST',
          url: '/api/mail/maanzaad',
          headers: sentHeaders as Record<string, string>,
          payload,
        });
        expect(response.statusCode).toBeLessThan(500);
        expect(accepted.length).toBe(response.statusCode === 202 ? 1 : 0);
        for (const { fields, isSpam } of accepted) {
          checked += 1;
          const sent = v.parse(enquiryRequestSchema, JSON.parse(String(payload)));
          // Reading mails is most of the work, and there are thousands either way.
          if (checked % 3 > 0) continue;
          for (const kind of ['company', 'confirmation'] as const) {
            const stored = {
              kind,
              messageId: '<1@maanzaad.example>',
              receivedAtMs: 0,
              fields,
              isSpam,
            };
            const settings = { MAIL_FROM: undefined, MAIL_TO: undefined };
            const mail = composeMail(stored, { manifest: TEST_RELEASE, settings });
            await expectSafeMail(kind, mail, sent.email);
          }
        }
      }),
      { numRuns: RUNS },
    );
    // A fuzz that no longer gets past the schema would prove nothing about mails.
    expect(checked).toBeGreaterThan(RUNS / 10);
  });

  test('any raw bytes get a response or are disconnected, and the server keeps running', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        ...[
          'POST /api/mail/maanzaad HTTP/1.1',
          'GET /home HTTP/1.1',
          'GET //evil.example/ HTTP/1.1',
        ],
        ...['OPTIONS * HTTP/1.1', 'BREW /home HTTP/1.1', 'GET /home HTTP/9.9', 'Host: localhost'],
        ...['Content-Length: 5', 'Content-Length: -1', 'Content-Length: 99999999999999999999'],
        ...[
          'Transfer-Encoding: chunked',
          'Transfer-Encoding: chunked, identity',
          'Upgrade: websocket',
        ],
        ...['Content-Type: application/json', 'Expect: 100-continue', 'Connection: upgrade', ''],
        ...['Range: bytes=0-,-1', '5\r\n{"a":', '0\r\n'],
      ),
      headerValue,
    );
    const runs = repetitions(500);
    let responses = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const bytes = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
        const { status } = await sendRaw(site.app, bytes, 50);
        expect(status >= 500).toBe(false);
        if (status > 0) responses += 1;
      }),
      { numRuns: runs },
    );
    // A fuzz whose connections all end without a response would prove nothing about the parser.
    expect(responses).toBeGreaterThan(runs / 2);
    expect((await site.app.inject('/api/status')).statusCode).toBe(200);
  });
});

test('a request that names two hosts is refused', async () => {
  const get = (...hosts: string[]) => {
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
    return sendRaw(site.app, `GET /home HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
  };
  expect((await get('maanzaad.example')).status).toBe(200);
  for (const second of ['maanzaad.example', 'evil.example']) {
    expect((await get('maanzaad.example', second)).status).toBe(400);
  }
});

const COMPANY = TEST_RELEASE.company.email;

const HEADERS = [
  ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to'],
  ...['subject', 'to', 'x-auto-response-suppress'],
];

/** Writes the mail as it would leave and reads it with a parser that is not the writer's. */
async function expectSafeMail(
  kind: 'company' | 'confirmation',
  mail: SendMailOptions,
  typed: string,
): Promise<void> {
  const [local, host = ''] = typed.split('@');
  // Case and letters outside ASCII may travel in the form that DNS knows (RFC 5891).
  const visitor = `${local}@${domainToASCII(host)}`;
  const asDns = (address = '') =>
    address.replace(/@.*$/, (end) => `@${domainToASCII(end.slice(1))}`);
  const message = new MailComposer(mail).compile();
  const recipient = kind === 'company' ? COMPANY : visitor;
  expect([message.getEnvelope().to].flat().map((to) => asDns(String(to)))).toEqual([recipient]);
  const parsed = await PostalMime.parse(await message.build());
  const names = parsed.headers.map(({ key }) => key);
  expect(names.filter((name) => !HEADERS.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect([parsed.cc, parsed.bcc]).toEqual([undefined, undefined]);
  // The attached calendar has exactly one event, in which no typed text begins a line.
  for (const { mimeType, content } of parsed.attachments) {
    expect(mimeType).toBe('text/calendar');
    const lines = new TextDecoder().decode(content as Uint8Array).split(/\r?\n/);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(lines.filter((line) => !/^(?:[A-Z-]+[;:]| |$)/.test(line))).toEqual([]);
  }
  expect(parsed.from?.address).toBe(COMPANY);
  expect(parsed.to?.map(({ address }) => asDns(address))).toEqual([recipient]);
  const replyTo = kind === 'company' ? visitor : COMPANY;
  expect(parsed.replyTo?.map(({ address }) => asDns(address))).toEqual([replyTo]);
}
