import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  CLIENT_TYPES,
  type EnquiryField,
  enquiryRequestSchema,
  enquirySchema,
  isWireDate,
  MAX_LENGTH,
  MAX_PERSON_COUNT,
  PRODUCT_TYPES,
} from './enquiry.ts';

const good = { email: 'zoe@voorbeeld.example', name: 'Zoë', message: 'Dag' };

/** The rule that `value` breaks as that field, or 'good'. */
function judge(field: Exclude<EnquiryField, 'token' | 'recaptcha' | 'website'>, value: unknown) {
  const result = v.safeParse(enquirySchema, { ...good, [field]: value }, { abortPipeEarly: true });
  return result.success ? 'good' : result.issues[0].message;
}

/** All that `String.trim` takes for white space (ECMAScript, WhiteSpace and LineTerminator). */
const WHITE_SPACE = [
  ...'\t\v\f \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
  ...'\u202f\u205f\u3000\ufeff\n\r\u2028\u2029',
];
/** Ways to have filled in nothing: what each rule 'is verplicht' is about. */
const BLANKS = [
  '',
  ...WHITE_SPACE,
  ...WHITE_SPACE.map((space) => ` ${space}`),
  ...WHITE_SPACE.map((space) => `${space}\r\n${space}`),
];
/** What is no text at all. */
const NO_TEXT = [undefined, null, 0, 5, true, false, Number.NaN, [], ['x'], {}, { length: 1 }];

test('a rule that something must be filled in is tried with at least 60 ways of not doing so', () => {
  expect(BLANKS.length + NO_TEXT.length).toBeGreaterThan(60);
  expect(BLANKS.every((text) => text.trim() === '')).toBe(true);
});

const label = (length: number) => 'a'.repeat(length);
/** An address of exactly `length` characters: at most 64 before the @, labels of at most 63. */
const addressOf = (length: number) =>
  `${label(64)}@${label(63)}.${label(63)}.${label(length - 64 - 1 - 63 - 1 - 63 - 1)}`;

describe('an address', () => {
  test.each([
    'a@b.cd',
    'zoe@voorbeeld.example',
    'ZOE@VOORBEELD.EXAMPLE',
    'zoe.ijsbrandt@voorbeeld.example',
    'zoe+feest@voorbeeld.example',
    'zoe_ijsbrandt@voorbeeld.example',
    'zoe-ijsbrandt@voorbeeld.example',
    '1234567890@voorbeeld.example',
    '_@voorbeeld.example',
    "o'hara@voorbeeld.example",
    "!#$%&'*+/=?^_`{|}~-@voorbeeld.example",
    'a@1.be',
    'a@1-2.be',
    'a@sub.sub.sub.voorbeeld.example',
    'a@x--y.example',
    'a@xn--bcher-kva.example',
    'a@bücher.example',
    'a@café.be',
    'a@ĳsland.example',
    'a@例え.テスト',
    'a@пример.рф',
    'a@e\u0301te.example',
    'a@voorbeeld.museum',
    'a@voorbeeld.catering',
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
    'a@voorbeeld',
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
    'a\t@c.be',
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
    'zoe@[IPv6:::1]',
    'zoe@voorbeeld,example',
    'zoe@voorbeeld.example/pad',
    'zoe@voorbeeld.example?x',
    'zoe@voorbeeld。example',
    'zoe＠voorbeeld.example',
    'zoe@\u0301voorbeeld.example',
    'zoe@voor\u200bbeeld.example',
    'zoe@\ud800.example',
    '\u202ezoe@voorbeeld.example',
    `${label(65)}@voorbeeld.example`,
    `a@${label(64)}.be`,
    addressOf(255),
    `${label(5_000)}@voorbeeld.example`,
    `a@${'a.'.repeat(2_000)}be`,
  ])('%j cannot', (address) => {
    expect(judge('email', address)).toBe('emailInvalid');
  });

  test.each([...BLANKS, ...NO_TEXT])('%j is none', (address) => {
    expect(judge('email', address)).toBe('emailRequired');
  });

  // A pattern that backtracks takes hours: the test then ends by its own time-out.
  test('of 100 000 characters made to be slow is refused', () => {
    expect(judge('email', `${'a.'.repeat(50_000)}@`)).toBe('emailInvalid');
    expect(judge('email', `a@${'a-'.repeat(50_000)}`)).toBe('emailInvalid');
  });
});

const NAMES = [
  'A',
  'Zoë',
  "Zoë Ĳsbrandt-D'Hondt",
  'van den Berg',
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'Đặng',
  'Øyvind Æsir',
  'Ğülşen',
  'Σωκράτης',
  'Пётр',
  'דוד',
  'محمد',
  '山田太郎',
  '김철수',
  'สมชาย',
  'ಅನಿಲ್',
  'e\u0301',
  '𝒵ℴℯ',
  '🍽️',
  '👨‍👩‍👧‍👦',
  '🇧🇪',
  "O'Brien",
  'O’Brien',
  'Jansens & Zonen',
  '“De Drie Bollen”',
  '<b>Zoë</b>',
  'Zoë -- DROP TABLE',
  "' OR 1=1",
  '{{name}}',
  '#{name}',
  '%s%n',
  '../../etc',
  '=1+1',
  '@zoe',
  '#1',
  '-',
  '0',
  'null',
  'undefined',
  'NaN',
  '  Zoë  ',
  'Zoë\u00a0Ĳs',
  'Zoë\u200dĲs',
  'Zoë\u200bĲs',
  '\u202eeoZ',
  '\u2066Zoë\u2069',
  '½ ⅓ €',
  '\ufeffZoë',
  '\ue000',
  '\u{10ffff}',
  '\ufffe',
  'x'.repeat(MAX_LENGTH.line),
  '🍰'.repeat(MAX_LENGTH.line / 2),
];

/** Written out: the rule is about exactly these. */
const CONTROLS = ['\0', '\u0001', '\b', '\u001b', '\u007f', '\u0080', '\u009f'];

describe('a name', () => {
  test.each(NAMES)('%j is one', (name) => {
    expect(judge('name', name)).toBe('good');
  });
  test.each([...BLANKS, ...NO_TEXT])('%j is none', (name) => {
    expect(judge('name', name)).toBe('nameRequired');
  });
  test.each([...CONTROLS, '\t', '\n', '\r'])('holds no %j', (control) => {
    expect(judge('name', `Zo${control}ë`)).toBe('charactersInvalid');
  });
  test.each(['Zo\ud83e', '\udd57Zo', '\udd57\ud83e'])('%j is not text', (name) => {
    expect(judge('name', name)).toBe('charactersInvalid');
  });
  test.each(['x'.repeat(MAX_LENGTH.line + 1), '🍰'.repeat(101), ' '.repeat(300).concat('x')])(
    'of more than 200 characters is refused (%#)',
    (name) => {
      expect(judge('name', name)).toBe('tooLong');
    },
  );
});

describe('a message', () => {
  test.each([
    ...NAMES,
    'Dag,\n\ntot gauw',
    'Dag,\r\ntot gauw',
    'Dag,\rtot gauw',
    '\tingesprongen',
    '\n.\n',
    'x'.repeat(MAX_LENGTH.message),
    'regel\n'.repeat(1_000),
  ])('%j is one', (message) => {
    expect(judge('message', message)).toBe('good');
  });
  test.each([...BLANKS, ...NO_TEXT])('%j is none', (message) => {
    expect(judge('message', message)).toBe('messageRequired');
  });
  test.each(CONTROLS)('holds no %j', (control) => {
    expect(judge('message', `Dag${control}`)).toBe('charactersInvalid');
  });
  test('of more than 6 000 characters is refused', () => {
    expect(judge('message', 'x'.repeat(MAX_LENGTH.message + 1))).toBe('tooLong');
  });
});

test.each([
  'firstName',
  'company',
  'street',
  'number',
  'postalCode',
  'city',
  'phone',
  'vatNumber',
  'partyLocation',
] as const)('%s takes any line of text, or none', (field) => {
  for (const text of NAMES) expect(judge(field, text)).toBe('good');
  expect(judge(field, undefined)).toBe('good');
  expect(judge(field, 'x'.repeat(201))).toBe('tooLong');
  expect(judge(field, 'twee\nregels')).toBe('charactersInvalid');
  expect(judge(field, 12)).toBe('charactersInvalid');
});

describe('a date as it travels', () => {
  test.each([
    '1-1-2027',
    '5-3-2027',
    '31-1-2027',
    '28-2-2027',
    '29-2-2028',
    '30-4-2027',
    '31-12-2027',
    '29-2-2000',
    '1-1-1000',
    '31-12-9999',
    '10-10-2030',
    '9-9-2029',
  ])('%s is one', (text) => {
    expect(isWireDate(text)).toBe(true);
    expect(judge('date', text)).toBe('good');
  });
  test.each([
    '',
    ' ',
    '05-03-2027',
    '5-03-2027',
    '05-3-2027',
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
    '1-1-0',
    '1-1-27',
    '1-1-999',
    '1-1-0999',
    '1-1-10000',
    '-1-1-2027',
    '1--1-2027',
    '1-1--2027',
    '1-1-2027-',
    ' 1-1-2027',
    '1-1-2027 ',
    '1-1-2027\n',
    '1- 1-2027',
    '1–1–2027',
    '100-1-2027',
    '1-100-2027',
    '1-1-2027T00:00',
    '1-jan-2027',
    'NaN-NaN-NaN',
    '٥-٣-٢٠٢٧',
    '5-3-2O27',
    '1e0-1-2027',
    '31/02/2027',
    'morgen',
    'null',
    '\0',
    '\ud800',
    '1-1-2027\0',
  ])('%j is none', (text) => {
    expect(isWireDate(text)).toBe(false);
    expect(judge('date', text)).toBe('dateInvalid');
  });
  test.each([null, 5, true, [], {}, new Date()])('%j is none', (value) => {
    expect(judge('date', value)).toBe('dateInvalid');
  });
});

describe('a count', () => {
  test.each([0, 1, 2, 10, 85, 1_200, MAX_PERSON_COUNT, -0])('%d is one', (count) => {
    expect(judge('personCount', count)).toBe('good');
    expect(judge('grownupCount', count)).toBe('good');
    expect(judge('childrenCount', count)).toBe('good');
  });
  test.each([
    -1,
    0.5,
    80.1,
    MAX_PERSON_COUNT + 1,
    1e21,
    Number.MAX_SAFE_INTEGER,
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
    expect(judge('personCount', count)).toBe('countInvalid');
  });
});

describe('a choice', () => {
  test.each(CLIENT_TYPES)('Voor: %s', (type) => expect(judge('clientType', type)).toBe('good'));
  test.each(PRODUCT_TYPES)('Betreft: %s', (type) =>
    expect(judge('productType', type)).toBe('good'),
  );
  test.each(['', 'bedrijf', 'Bedrijf ', 'Koning', 'Receptie', 'toString', null, 0, []])(
    '%j is not offered',
    (type) => {
      expect(judge('clientType', type)).toBe('choiceUnknown');
    },
  );
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
  /** The rule it breaks, or 'good'; an absent key has no words of its own. */
  const judgeResult = (value: unknown) => {
    const request = { ...good, token: 'result', recaptcha: 'result', [key]: value };
    const result = v.safeParse(enquiryRequestSchema, request, { abortPipeEarly: true });
    if (result.success) return 'good';
    expect(result.issues.map((issue) => v.getDotPath(issue))).toEqual([key]);
    return value === undefined ? 'captchaRequired' : result.issues[0].message;
  };

  test.each([
    'x',
    'result 1',
    '03AFcWeA5_-dGVzdA',
    'eyJjaGFsbGVuZ2UiOnt9fQ==',
    '1.AQAA.x',
    'x'.repeat(MAX_LENGTH.captcha),
  ])('%j is one', (value) => expect(judgeResult(value)).toBe('good'));
  test.each([...BLANKS, ...NO_TEXT])('%j is none', (value) => {
    expect(judgeResult(value)).toBe('captchaRequired');
  });
  test('of more than 4 096 characters is refused', () => {
    expect(judgeResult('x'.repeat(MAX_LENGTH.captcha + 1))).toBe('tooLong');
  });
});

test('an enquiry needs its three required fields, and names each that lacks', () => {
  const result = v.safeParse(enquirySchema, {});
  expect(result.issues?.map((issue) => v.getDotPath(issue))).toEqual(['email', 'name', 'message']);
});
