import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  createEnquiryRequestSchema,
  createEnquirySchema,
  MAX_LENGTH,
  MAX_PERSON_COUNT,
} from './enquiry.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { isWireDate } from './wire-date.ts';

const enquirySchema = createEnquirySchema();
const enquiryRequestSchema = createEnquiryRequestSchema();

const good = { email: 'zoe@voorbeeld.example', name: 'Zoë', message: 'Dag' };

/** The rule that `value` breaks as that field, or 'good'. */
function judge(field: FieldName, value: unknown) {
  const result = v.safeParse(enquirySchema, { ...good, [field]: value }, { abortPipeEarly: true });
  return result.success ? 'good' : result.issues[0].message;
}

/** All that `String.trim` takes for white space (ECMAScript, WhiteSpace and LineTerminator). */
const WHITE_SPACE = [
  ...'\t\v\f \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
  ...'\u202f\u205f\u3000\ufeff\n\r\u2028\u2029',
];
/** Ways to have filled in nothing: what each rule 'is verplicht' is about. */
const nothing = fc.oneof(
  fc.array(fc.constantFrom(...WHITE_SPACE), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.constantFrom(undefined, null, 0, 5, true, false, Number.NaN, [], ['x'], {}, { length: 1 }),
);

test.each(FIELDS.filter((field) => 'required' in field))(
  '$name is missed however nothing is filled in',
  ({ name }) => {
    for (const space of WHITE_SPACE) expect(judge(name, space)).toBe(`${name}Required`);
    fc.assert(fc.property(nothing, (value) => judge(name, value) === `${name}Required`));
  },
);

const label = (length: number) => 'a'.repeat(length);
/** An address of exactly `length` characters: at most 64 before the @, labels of at most 63. */
const addressOf = (length: number) =>
  `${label(64)}@${label(63)}.${label(63)}.${label(length - 64 - 1 - 63 - 1 - 63 - 1)}`;

describe('an e-mail address', () => {
  test.each([
    'a@b.cd',
    'ZOE@VOORBEELD.EXAMPLE',
    'zoe.ijsbrandt+feest@voorbeeld.example',
    '1234567890@voorbeeld.example',
    '_@voorbeeld.example',
    "!#$%&'*+/=?^_`{|}~-@voorbeeld.example",
    'a@1.be',
    'a@1-2.be',
    'a@sub.sub.sub.voorbeeld.example',
    'a@x--y.example',
    'a@xn--bcher-kva.example',
    'a@bücher.example',
    'a@ĳsland.example',
    'a@例え.テスト',
    'a@пример.рф',
    'a@e\u0301te.example',
    'a@voorbeeld.xn--p1ai',
    `${label(64)}@voorbeeld.example`,
    `a@${label(63)}.be`,
    `a@voorbeeld.${label(63)}`,
    addressOf(254),
  ])('%s can be reached', (address) => {
    expect(judge('email', address)).toBe('good');
  });

  test.each([
    'zoe',
    'zoe@',
    '@voorbeeld.example',
    '@',
    'a@b',
    'a@localhost',
    'zoe.voorbeeld.example',
    'zoe@@voorbeeld.example',
    'zoe@ijs@voorbeeld.example',
    '"a b"@c.be',
    '"ab"@c.be',
    'a b@c.be',
    'a\\ b@c.be',
    'a@c d.be',
    ' a@c.be',
    'a@c.be ',
    'a@c.be\n',
    'a@c.be\r\nBcc: b@c.be',
    'a\0@c.be',
    'a@c.be,b@c.be',
    'a@c.be;b@c.be',
    'Zoë <zoe@voorbeeld.example>',
    '<zoe@voorbeeld.example>',
    'mailto:zoe@voorbeeld.example',
    'zoe(opmerking)@voorbeeld.example',
    '.zoe@voorbeeld.example',
    'zoe.@voorbeeld.example',
    'zoe..ijs@voorbeeld.example',
    'zoë@voorbeeld.example',
    'zoe@.voorbeeld.example',
    'zoe@voorbeeld..example',
    'zoe@voorbeeld.example.',
    'zoe@-voorbeeld.example',
    'zoe@voorbeeld-.example',
    'zoe@voorbeeld.-example',
    'zoe@voor_beeld.example',
    'zoe@voorbeeld.12',
    'zoe@127.0.0.1',
    'zoe@[127.0.0.1]',
    'zoe@voorbeeld,example',
    'zoe@voorbeeld.example/pad',
    'zoe@voorbeeld。example',
    'zoe＠voorbeeld.example',
    'zoe@\u0301voorbeeld.example',
    'zoe@voor\u200bbeeld.example',
    'zoe@\ud800.example',
    '\u202ezoe@voorbeeld.example',
    `${label(65)}@voorbeeld.example`,
    `a@${label(64)}.be`,
    addressOf(255),
    `a@${'a.'.repeat(2_000)}be`,
  ])('%j cannot', (address) => {
    expect(judge('email', address)).toBe('emailInvalid');
  });

  // A pattern that backtracks takes hours: the test then ends by its own time-out.
  test('of 100 000 characters made to be slow is refused', () => {
    expect(judge('email', `${'a.'.repeat(50_000)}@`)).toBe('emailInvalid');
    expect(judge('email', `a@${'a-'.repeat(50_000)}`)).toBe('emailInvalid');
  });
});

/** What a pattern for names would be tempted to refuse. */
const ODD_LINES = [
  "Zoë Ĳsbrandt-D'Hondt",
  'Nguyễn Thị Ánh',
  'דוד',
  'محمد',
  '山田太郎',
  'ಅನಿಲ್',
  '𝒵ℴℯ',
  '👨‍👩‍👧‍👦 🇧🇪',
  '“De Drie Bollen” & Zonen',
  '<b>Zoë</b>',
  "' OR 1=1 -- DROP TABLE",
  '{{name}} #{name} %s%n',
  '=1+1',
  '-',
  '0',
  'null',
  '  Zoë  ',
  'Zoë\u200dĲs\u200b',
  '\u202eeoZ \u2066Zoë\u2069',
  '\ufeffZoë\ue000\u{10ffff}\ufffe',
];
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(...ODD_LINES),
  )
  .filter((value) => value.trim() !== '' && value.isWellFormed());

/** Written out: the rule is about exactly these. */
const CONTROLS = ['\0', '\u0001', '\b', '\u001b', '\u007f', '\u0080', '\u009f'];
const LINE_ENDS = ['\t', '\n', '\r', '\u2028', '\u2029'];
const HALF_CHARACTERS = ['Zo\ud83e', '\udd57Zo', '\udd57\ud83e'];

describe.each(FIELDS.filter(({ kind }) => kind === 'line' || kind === 'text'))(
  '$name',
  ({ name, kind }) => {
    const isLine = kind === 'line';
    const maxLength = isLine ? MAX_LENGTH.line : MAX_LENGTH.text;

    test('takes whatever people write', () => {
      for (const odd of ODD_LINES) expect(judge(name, odd)).toBe('good');
      const allowed = text.filter(
        (value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) && /[^\s\p{Bidi_Control}]/u.test(value),
      );
      fc.assert(fc.property(allowed, (value) => judge(name, value) === 'good'));
    });

    test('holds no control characters, and line ends only where there are lines', () => {
      for (const control of CONTROLS) {
        expect(judge(name, `Zo${control}ë`)).toBe('charactersInvalid');
      }
      for (const end of LINE_ENDS) {
        expect(judge(name, `Zo${end}ë`)).toBe(isLine ? 'charactersInvalid' : 'good');
      }
      for (const half of HALF_CHARACTERS) expect(judge(name, half)).toBe('charactersInvalid');
    });

    test('keeps no mark that turns the reading direction on one line', () => {
      const typed = '\u202a+32 470\u202c \u2066\u061c12\u2069\u200e\u200f\u202e';
      const value = v.parse(enquirySchema, { ...good, [name]: typed })[name];
      expect(value).toBe(isLine ? '+32 470 12' : typed);
    });

    test(`ends after ${maxLength} characters`, () => {
      expect(judge(name, '🍰'.repeat(maxLength / 2))).toBe('good');
      expect(judge(name, 'x'.repeat(maxLength))).toBe('good');
      expect(judge(name, 'x'.repeat(maxLength + 1))).toBe('tooLong');
      expect(judge(name, ' '.repeat(maxLength).concat('x'))).toBe('tooLong');
    });
  },
);

test.each(FIELDS.filter((field) => !('required' in field)))('$name may be left out', ({ name }) => {
  expect(judge(name, undefined)).toBe('good');
  expect(judge(name, null)).not.toBe('good');
});

describe('a date as it travels', () => {
  test('is any day that exists, without zeros', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const [day, month, year] = [
            date.getUTCDate(),
            date.getUTCMonth() + 1,
            date.getUTCFullYear(),
          ];
          expect(judge('date', `${day}-${month}-${year}`)).toBe('good');
          if (day < 10) expect(judge('date', `0${day}-${month}-${year}`)).toBe('dateInvalid');
          if (month < 10) expect(judge('date', `${day}-0${month}-${year}`)).toBe('dateInvalid');
        },
      ),
    );
  });
  test.each(['29-2-2028', '29-2-2000', '1-1-1000', '31-12-9999'])('%s is one', (date) => {
    expect(isWireDate(date)).toBe(true);
  });
  test.each([
    '',
    ' ',
    '5/3/2027',
    '5.3.2027',
    '2027-3-5',
    '2027-03-05',
    '31-2-2027',
    '30-2-2028',
    '29-2-2027',
    '29-2-1900',
    '29-2-2100',
    '31-4-2027',
    '31-6-2027',
    '31-9-2027',
    '31-11-2027',
    '32-1-2027',
    '0-1-2027',
    '1-0-2027',
    '1-13-2027',
    '1-1-27',
    '1-1-999',
    '1-1-10000',
    '-1-1-2027',
    '1--1-2027',
    '1-1-2027-',
    ' 1-1-2027',
    '1-1-2027\n',
    '1–1–2027',
    '100-1-2027',
    '1-1-2027T00:00',
    '1-jan-2027',
    'NaN-NaN-NaN',
    '٥-٣-٢٠٢٧',
    '1e0-1-2027',
    'morgen',
    '1-1-2027\0',
    null,
    5,
    true,
    [],
    {},
    new Date(),
  ])('%j is none', (date) => {
    expect(judge('date', date)).toBe('dateInvalid');
  });
});

describe.each(FIELDS.filter(({ kind }) => kind === 'count'))('$name', ({ name }) => {
  test('is a whole number', () => {
    const whole = fc.oneof(fc.nat(MAX_PERSON_COUNT), fc.constantFrom(0, -0, MAX_PERSON_COUNT));
    fc.assert(fc.property(whole, (count) => judge(name, count) === 'good'));
  });
  test.each([
    -1,
    0.5,
    MAX_PERSON_COUNT + 1,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    '85',
    '',
    null,
    true,
    [],
    {},
  ])('%j is none', (count) => {
    expect(judge(name, count)).toBe('countInvalid');
  });
});

test('a choice is any line of at most 100 characters: a list may have changed since', () => {
  expect(judge('clientType', 'Bedrijf')).toBe('good');
  expect(judge('clientType', 'a'.repeat(100))).toBe('good');
  expect(judge('clientType', 'a'.repeat(101))).toBe('tooLong');
  for (const value of ['a\nb', null, 0, []]) {
    expect(judge('clientType', value)).toBe('charactersInvalid');
  }
});

test.each(['admin', 'Email', 'emails', 'token', 'constructor', 'prototype', ''])(
  'the key %j is refused',
  (key) => {
    expect(v.safeParse(enquirySchema, { ...good, [key]: 'x' }).success).toBe(false);
  },
);

test('a key named __proto__ is refused, as JSON can have one', () => {
  const body = JSON.parse('{"email":"a@b.be","name":"Z","message":"D","__proto__":{"x":1}}');
  expect(v.safeParse(enquirySchema, body).success).toBe(false);
});

describe.each(['token', 'recaptcha'])('the captcha result in %s', (key) => {
  /** The rule it breaks, or 'good'. */
  const judgeResult = (value: unknown) => {
    const request = { ...good, token: 'result', recaptcha: 'result', [key]: value };
    const result = v.safeParse(enquiryRequestSchema, request, { abortPipeEarly: true });
    if (result.success) return 'good';
    expect(result.issues.map((issue) => v.getDotPath(issue))).toEqual([key]);
    return result.issues[0].message;
  };

  test('is any text, of at most 4 096 characters', () => {
    fc.assert(fc.property(text, (value) => judgeResult(value) === 'good'));
    expect(judgeResult('x'.repeat(MAX_LENGTH.captcha))).toBe('good');
    expect(judgeResult('x'.repeat(MAX_LENGTH.captcha + 1))).toBe('tooLong');
    fc.assert(fc.property(nothing, (value) => judgeResult(value) === 'captchaRequired'));
  });
});

// The contract: section 3 of the specification, word for word.
const FIELD_TABLE = [
  'email',
  'name',
  'message',
  'firstName',
  'company',
  'street',
  'number',
  'postalCode',
  'city',
  'phone',
  'vatNumber',
  'clientType',
  'productType',
  'date',
  'partyLocation',
  'personCount',
  'grownupCount',
  'childrenCount',
  'token',
  'recaptcha',
];

test('the schema takes every field of the field table, and names each required one that lacks', () => {
  expect(Object.keys(enquiryRequestSchema.entries)).toEqual(
    expect.arrayContaining([...FIELD_TABLE, 'website']),
  );
  const result = v.safeParse(enquirySchema, {});
  expect(result.issues?.map((issue) => v.getDotPath(issue))).toEqual(['email', 'name', 'message']);
  expect(result.issues?.map(({ message }) => message)).toEqual([
    'emailRequired',
    'nameRequired',
    'messageRequired',
  ]);
});
