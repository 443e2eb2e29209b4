import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { enquiryRequestSchema, enquirySchema, MAX_LENGTH } from './enquiry.ts';
import { CAPTCHA_KEYS, FIELDS, type FieldName, HONEYPOT } from './fields.ts';
import { isBlankText } from './pasted-text.ts';

const good = { email: 'zoe@voorbeeld.example', name: 'Zoë', message: 'Dag' };

/** The first rule that an enquiry breaks, or 'good'. */
function firstRule(schema: v.GenericSchema, enquiry: object) {
  const { issues } = v.safeParse(schema, enquiry, { abortPipeEarly: true });
  return issues?.[0].message ?? 'good';
}

/** The rule that `value` breaks as that field, or 'good'. */
const judge = (field: FieldName, value: unknown) =>
  firstRule(enquirySchema, { ...good, [field]: value });

/** Does the same as {@link judge} for a captcha result. */
const judgeResult = (key: string, value: unknown) =>
  firstRule(enquiryRequestSchema, { ...good, token: 'x', recaptcha: 'x', [key]: value });

/**
 * Invisible characters, and everything that `String.trim` removes (WhiteSpace and LineTerminator).
 */
const INVISIBLE = [
  // These have no ink, though some are letters (Hangul fillers) or symbols (Braille blank).
  ...'\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u200e\u2060\u2063\u2800\u3164\ufe0f',
  ...'\uffa0\ufffc\u{e0020}\u{e0100}',
  ...'\t\v\f \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
  ...'\u202f\u205f\u3000\ufeff\n\r\u2028\u2029',
];
/** Values that count as empty. */
const empty = fc.oneof(
  fc.array(fc.constantFrom(...INVISIBLE), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.constantFrom(undefined, null, true, false, [], ['x'], {}, { length: 1 }),
);

test('the schema contains every field of section 3 under a unique name', () => {
  const names = [...FIELDS.map(({ name }) => name), ...CAPTCHA_KEYS];
  expect(names).toEqual(
    expect.arrayContaining([
      ...['email', 'name', 'message', 'firstName', 'company', 'street', 'number', 'postalCode'],
      ...['city', 'phone', 'vatNumber', 'clientType', 'productType', 'date', 'partyLocation'],
      ...['personCount', 'grownupCount', 'childrenCount', 'token', 'recaptcha'],
    ]),
  );
  expect(new Set([...names, HONEYPOT]).size).toBe(names.length + 1);
});

test('only email, name and message are required, and no empty value passes', () => {
  const { issues } = v.safeParse(enquirySchema, {});
  expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
    ['email', 'emailRequired'],
    ['name', 'nameRequired'],
    ['message', 'messageRequired'],
  ]);
  for (const name of ['email', 'name', 'message'] as const) {
    for (const space of INVISIBLE) expect(judge(name, space)).toBe(`${name}Required`);
    fc.assert(fc.property(empty, (value) => judge(name, value) === `${name}Required`));
  }
  for (const { name } of FIELDS.filter((field) => !('required' in field))) {
    expect(judge(name, undefined)).toBe('good');
    expect(judge(name, null)).not.toBe('good');
  }
});

describe('an e-mail address', () => {
  const label = (length: number) => 'a'.repeat(length);
  /** An address of exactly `length` characters: at most 64 before the @, labels of at most 63. */
  const addressOf = (length: number) =>
    `${label(64)}@${label(63)}.${label(63)}.${label(length - 64 - 1 - 63 - 1 - 63 - 1)}`;

  test.each([
    ...['a@b.cd', 'ZOE@VOORBEELD.EXAMPLE', 'zoe.ijs+feest@voorbeeld.example', '12345@a.example'],
    ...['_@a.example', "!#$%&'*+/=?^_`{|}~-@a.example", 'a@1.be', 'a@1-2.be', 'a@b.c.d.example'],
    ...['a@xn--bcher-kva.example', 'a@bücher.example', 'a@例え.テスト', 'a@e\u0301te.example'],
    ...[`${label(64)}@a.example`, `a@${label(63)}.be`, addressOf(254)],
  ])('the e-mail address %s is valid', (address) => {
    expect(judge('email', address)).toBe('good');
  });

  test.each([
    ...['zoe', 'zoe@', '@a.example', '@', 'a@b', 'a@localhost', 'zoe@@a.example', 'a@b@c.example'],
    ...['"a b"@c.be', '"ab"@c.be', 'a b@c.be', 'a@c d.be', 'a@c.be b@c.be', '<a@c.be> <b@c.be>'],
    ...['a@c.be\r\nBcc: b@c.be', 'a\0@c.be', 'a@c.be,b@c.be', 'a@c.be;b@c.be', '<<a@c.be>>'],
    ...['mailto:', 'mailto:a@c.be,b@c.be', 'mailto:%', 'mailto:a%0d%0a@c.be', 'tel:a@c.be'],
    ...['a(b)@c.be', '.a@c.be', 'a.@c.be', 'a..b@c.be', 'a@..', '<>', 'Zoë <>'],
    ...['zoë@c.be', 'a@.c.be', 'a@c..be', 'a@-c.be', 'a@c-.be', 'a@c_d.be', 'a@c.12'],
    ...['a@127.0.0.1', 'a@[127.0.0.1]', 'a@c,be', 'a@c.be/d', 'a@c℀.be', 'a@\u0301c.be'],
    ...['a@\ud800.be', `${label(65)}@c.be`, `a@${label(64)}.be`, addressOf(255)],
  ])('the e-mail address %j is invalid', (address) => {
    expect(judge('email', address)).toBe('emailInvalid');
  });

  /* A phone's 'copy', a mail program, a PDF and a Japanese keyboard paste addresses like these. */
  test.each([
    ...['mailto:zoe@c.be', 'MAILTO:zoe@c.be?subject=Feest&body=Dag', 'mailto:zoe%40c.be'],
    ...['<zoe@c.be>', "Zoë D'Hondt <zoe@c.be>", '<mailto:zoe@c.be>', '"Zoë" <zoe@c.be>'],
    ...[
      ' zoe@c.be',
      'zoe@c.be\u00a0',
      'zoe@c.be\n',
      '\u3000zoe@c.be\u2003',
      'zoe@c.be.',
      'zoe@c.be,',
    ],
    ...['\u200ezoe@c.be', '\u202azoe@c.be\u202c', '\u2068zoe\u2069@c.be', '\u061czoe@c.be'],
    ...['\u200bzoe@c.be', 'zoe@c\u200b.be', '\ufeffzoe@c.be', 'zo\u00ade@c.be', 'zoe\u2060@c.be'],
    ...[
      'zoe＠c.be',
      'ｚｏｅ＠ｃ．ｂｅ',
      'zoe@c。be',
      'zoe@c｡be',
      'zoe\u200d@c.be',
      'zoe@c.be\ufe0f',
    ],
  ])('the e-mail address %j is normalized', (pasted) => {
    expect(judge('email', pasted)).toBe('good');
    expect(v.parse(enquirySchema, { ...good, email: pasted }).email).toBe('zoe@c.be');
  });

  // A pattern that backtracks would take hours: the test ends by its own timeout.
  test('an e-mail address of 100 000 characters is refused without slow backtracking', () => {
    expect(judge('email', `${'a.'.repeat(50_000)}@`)).toBe('emailInvalid');
    expect(judge('email', `a@${'a-'.repeat(50_000)}`)).toBe('emailInvalid');
    expect(judge('email', `${'<'.repeat(100_000)}`)).toBe('emailInvalid');
    expect(judge('email', `a@c.be${'.,;'.repeat(33_000)}x`)).toBe('emailInvalid');
  });
});

/** Lines that a stricter rule would be tempted to refuse. */
const ODD_LINES = [
  ...["Zoë Ĳsbrandt-D'Hondt", 'Nguyễn Thị Ánh', 'דוד', 'محمد', '山田太郎', '𝒵ℴℯ', '0'],
  ...['“De Drie Bollen” & Zonen', '<b>Zoë</b>', "' OR 1=1 -- DROP TABLE", '{{name}} #{name} %s%n'],
  ...['=1+1', '-', 'null', '  Zoë  ', 'Zoë\u200dĲs\u200b', '\u202eeoZ \u2066Zoë\u2069'],
  '\ufeffZoë\ue000\u{10ffff}\ufffe',
];
const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .filter((value) => !isBlankText(value) && value.isWellFormed());

describe.each(FIELDS.filter(({ kind }) => kind === 'line' || kind === 'text'))(
  '$name',
  ({ name, kind }) => {
    const isLine = kind === 'line';
    const maxLength = isLine ? MAX_LENGTH.line : MAX_LENGTH.text;

    test('a field accepts any text that people write', () => {
      for (const odd of ODD_LINES) expect(judge(name, odd)).toBe('good');
      const allowed = text.filter((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value));
      fc.assert(fc.property(allowed, (value) => judge(name, value) === 'good'));
    });

    const normalized = (typed: string) => v.parse(enquirySchema, { ...good, [name]: typed })[name];

    test('a field refuses control characters, and CR and LF unless it is a text', () => {
      for (const invalid of [...'\0\u0001\b\u001b\u007f', '\ud83e', '\udd57\ud83e']) {
        expect(judge(name, `Zo${invalid}ë`)).toBe('charactersInvalid');
      }
      for (const end of '\n\r') {
        expect(judge(name, `Zo${end}ë`)).toBe(isLine ? 'charactersInvalid' : 'good');
      }
    });

    test('a field keeps the line breaks of other programs, in a line as a space', () => {
      for (const end of '\v\f\u0085\u2028\u2029') {
        expect(normalized(`Menu${end}soep`)).toBe(isLine ? 'Menu soep' : 'Menu\nsoep');
      }
      expect(normalized('Menu\tsoep')).toBe(isLine ? 'Menu soep' : 'Menu\tsoep');
    });

    test('a field reads letters of Windows-1252 and Word’s hyphens', () => {
      expect(normalized('d\u0092Artagnan \u0093Zo\u0094 \u0096 10 \u0080')).toBe(
        'd’Artagnan “Zo” – 10 €',
      );
      expect(normalized('a\u0081b\u009dc')).toBe('abc');
      expect(normalized('BE\u001e0123, sa\u001flade')).toBe('BE-0123, salade');
    });

    test('a field drops invisible characters if it is one line', () => {
      const typed =
        '\ufeff\u202a+32\u00ad 470\u202c \u2066\u061c12\u200b\u2069\u200e\u200f\u202e\u2060';
      expect(normalized(typed)).toBe(isLine ? '+32 470 12' : typed);
    });

    test(`a field has at most ${maxLength} characters`, () => {
      expect(judge(name, '🍰'.repeat(maxLength / 2))).toBe('good');
      expect(judge(name, 'x'.repeat(maxLength))).toBe('good');
      expect(judge(name, 'x'.repeat(maxLength + 1))).toBe('tooLong');
    });
  },
);

describe('a date in wire format', () => {
  test('a date in wire format is any day that exists, without leading zeros', () => {
    const anyDay = fc.date({
      min: new Date('1000-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyDay, (date) => {
        const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
        const year = date.getUTCFullYear();
        expect(judge('date', `${day}-${month}-${year}`)).toBe('good');
        if (day < 10) expect(judge('date', `0${day}-${month}-${year}`)).toBe('dateInvalid');
        if (month < 10) expect(judge('date', `${day}-0${month}-${year}`)).toBe('dateInvalid');
      }),
    );
    for (const date of ['29-2-2028', '29-2-2000']) expect(judge('date', date)).toBe('good');
  });

  test.each([
    ...['', ' ', '5/3/2027', '5.3.2027', '2027-3-5', '2027-03-05', '31-2-2027', '30-2-2028'],
    ...['29-2-2027', '29-2-1900', '31-4-2027', '32-1-2027', '0-1-2027', '1-0-2027', '1-13-2027'],
    ...['1-1-27', '1-1-999', '1-1-10000', '-1-1-2027', '1--1-2027', ' 1-1-2027', '1-1-2027\n'],
    ...['1–1–2027', '1-jan-2027', 'NaN-NaN-NaN', '٥-٣-٢٠٢٧', '1e0-1-2027', 'morgen', 5, {}],
  ])('a date in wire format is not %j', (date) => {
    expect(judge('date', date)).toBe('dateInvalid');
  });
});

describe.each(FIELDS.filter(({ kind }) => kind === 'count'))('$name', ({ name }) => {
  test('a count is a whole number', () => {
    fc.assert(fc.property(fc.nat(100_000), (count) => judge(name, count) === 'good'));
    expect(judge(name, 100_000)).toBe('good');
  });
  test.each([-1, 0.5, 100_001, 1e21, Number.NaN, Infinity, '85', '', true, []])(
    'a count is not %j',
    (count) => {
      expect(judge(name, count)).toBe('countInvalid');
    },
  );
});

test('an option may be any line of 100 characters, because the list may have changed', () => {
  expect(judge('clientType', 'Bedrijf')).toBe('good');
  expect(judge('clientType', 'a'.repeat(100))).toBe('good');
  expect(judge('clientType', 'a'.repeat(101))).toBe('tooLong');
  for (const value of ['a\nb', 0, []]) {
    expect(judge('clientType', value)).toBe('charactersInvalid');
  }
});

test.each(CAPTCHA_KEYS)('the captcha result in %s may be any text of 4 096 characters', (key) => {
  fc.assert(fc.property(text, (value) => judgeResult(key, value) === 'good'));
  expect(judgeResult(key, 'x'.repeat(MAX_LENGTH.captcha))).toBe('good');
  expect(judgeResult(key, 'x'.repeat(MAX_LENGTH.captcha + 1))).toBe('tooLong');
  fc.assert(fc.property(empty, (value) => judgeResult(key, value) === 'captchaRequired'));
});
