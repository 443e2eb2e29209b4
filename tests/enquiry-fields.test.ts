import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { entriesOf } from '../enquiry/enquiry.ts';
import { FIELD_GROUPS, type Field } from '../enquiry/field.ts';
import { CAPTCHA_KEYS, FIELDS, HONEYPOT, subjectParameter } from '../enquiry/fields.ts';
import { composeMail } from '../server/outbox/compose-mail.ts';
import { fromRequest, toEnquiry, toRequest } from '../site/form/fields/form-values.ts';
import { formatTypedDate } from '../site/form/fields/typed-date.ts';
import { wrongFieldsFinder } from '../site/form/fields/wrong-fields.ts';
import { mailInstead } from '../site/form/submission/mail-instead.ts';
import { TEST_RELEASE } from './test-release.ts';

/*
 * A field is one entry of a list: whatever entry is added to it, wherever, nothing forgets it. The
 * lists are those of the site with up to five more entries in between.
 */

const LOCALE = 'nl-BE';
const OPTIONS = ['Ja graag', 'Liever niet'];

const extraField: fc.Arbitrary<Field> = fc
  .record({
    name: fc.stringMatching(/^extra[A-Z][a-z]{0,6}$/),
    kind: fc.constantFrom('email', 'line', 'text', 'option', 'date', 'count'),
    group: fc.option(fc.constantFrom(...FIELD_GROUPS), { nil: undefined }),
    isRequired: fc.boolean(),
    isConfirmed: fc.boolean(),
  })
  .map(({ name, kind, group, isRequired, isConfirmed }) => {
    const visible = group && { group, width: 'half', ...(isRequired && { required: true }) };
    const isOwn = kind === 'option' || kind === 'date' || kind === 'count';
    const confirmed = isOwn && isConfirmed && { inConfirmation: true };
    return { name, label: name, kind, ...visible, ...confirmed } as Field;
  });

const fieldLists: fc.Arbitrary<Field[]> = fc
  .uniqueArray(fc.tuple(extraField, fc.nat()), {
    selector: ([{ name }]) => name,
    minLength: 1,
    maxLength: 5,
  })
  .map((extras) => {
    const fields: Field[] = [...FIELDS];
    for (const [field, place] of extras) fields.splice(place % fields.length, 0, field);
    return fields;
  });

/** What a visitor types in a field: for free text something that stands nowhere else. */
function typedIn({ name, kind }: Field): fc.Arbitrary<string> {
  switch (kind) {
    case 'email':
      return fc.constant(`${name.toLowerCase()}@voorbeeld.example`);
    case 'line':
      return fc.constant(`Getypt in <${name}> & zo`);
    case 'text':
      return fc.constant(`Getypt in <${name}>\nen verder`);
    case 'option':
      return fc.constantFrom(...OPTIONS);
    case 'date':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
        .map((date) =>
          formatTypedDate({
            day: date.getUTCDate(),
            month: date.getUTCMonth() + 1,
            year: date.getUTCFullYear(),
          }),
        );
    case 'count':
      return fc.nat(9_999).map(String);
  }
}

interface FilledIn {
  fields: Field[];
  values: Record<string, string>;
}

const filledIn: fc.Arbitrary<FilledIn> = fieldLists.chain((fields) =>
  fc
    .record(Object.fromEntries(fields.map((field) => [field.name, typedIn(field)])))
    .map((values) => ({ fields, values })),
);

const labelOf = (name: string) => `Label van ${name}`;
const labelsOf = (fields: Field[]) =>
  Object.fromEntries(fields.map(({ name }) => [name, labelOf(name)]));

test('what is typed in any field travels, and comes back as it was', () => {
  fc.assert(
    fc.property(filledIn, ({ fields, values }) => {
      const schema = v.strictObject(entriesOf(fields));
      const enquiry = toEnquiry(values, LOCALE, fields);
      expect(Object.keys(enquiry)).toEqual(fields.map(({ name }) => name));
      expect(v.parse(schema, enquiry)).toEqual(enquiry);
      const request = toRequest(values, 'result', LOCALE, fields);
      const back = fromRequest(JSON.stringify(request), LOCALE, fields);
      expect(toRequest(back, 'result', LOCALE, fields)).toEqual(request);
    }),
  );
});

test('any required field that is empty is missed by the form and refused by the schema', () => {
  fc.assert(
    fc.property(fieldLists, (fields) => {
      const required = fields.filter((field) => field.required).map(({ name }) => name);
      const wrong = wrongFieldsFinder(LOCALE, fields)({});
      expect([...wrong]).toEqual(required.map((name) => [name, `${name}Required`]));
      const refused = v.safeParse(v.strictObject(entriesOf(fields)), {});
      expect(refused.issues?.map((issue) => v.getDotPath(issue))).toEqual(required);
    }),
  );
});

test('any field reaches the caterer, by either mail', () => {
  fc.assert(
    fc.property(filledIn, ({ fields, values }) => {
      const enquiry = toEnquiry(values, LOCALE, fields);
      const company = mailOf('company', fields, enquiry);
      const words = { fields: labelsOf(fields), form: { mailSubject: '', mailCut: '' } };
      const { text } = mailInstead(JSON.stringify(enquiry), 'a@b.example', words, fields);
      for (const { name, kind } of fields) {
        const value = String(enquiry[name]);
        const shown = `${labelOf(name)}:${kind === 'text' ? '\n' : ' '}${value}`;
        expect(`${company.text}\n`).toContain(`\n${shown}\n`);
        expect(company.html).toContain(
          value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        );
        expect(`${text}\n`).toContain(
          name === 'message' ? `\n${value}\n` : `${labelOf(name)}: ${value}\n`,
        );
      }
      expect(company.text.endsWith(`\n${labelOf('message')}:\n${values.message}`)).toBe(true);
    }),
  );
});

test('the confirmation repeats what its entry says, and nothing that was typed freely', () => {
  fc.assert(
    fc.property(filledIn, ({ fields, values }) => {
      const enquiry = toEnquiry(values, LOCALE, fields);
      const said = mailOf('confirmation', fields, enquiry);
      for (const field of fields) {
        const isSaid = said.text.includes(`\n- ${labelOf(field.name)}: `);
        expect(isSaid, field.name).toBe(field.inConfirmation === true);
      }
      expect(said.subject).not.toContain('Getypt in');
      expect(said.text).not.toContain('Getypt in');
      expect(said.html).not.toContain('Getypt in');
    }),
  );
});

function mailOf(
  kind: 'company' | 'confirmation',
  fields: Field[],
  enquiry: Record<string, string | number>,
) {
  const enquiryOptions = {
    ...TEST_RELEASE.enquiry,
    labels: labelsOf(fields),
    options: Object.fromEntries(fields.map(({ name }) => [name, OPTIONS] as const)),
  };
  const release = { ...TEST_RELEASE, enquiry: enquiryOptions };
  const complete = v.parse(v.looseObject(entriesOf(FIELDS)), enquiry);
  const mail = composeMail(
    { kind, messageId: '<1@maanzaad.example>', receivedAtMs: 0, fields: complete, isSpam: false },
    { release, fields, settings: { MAIL_FROM: undefined, MAIL_TO: undefined } },
  );
  const [text, html] = (mail.alternatives ?? []).map(({ content }) => String(content));
  return { subject: mail.subject, text: text ?? '', html: html ?? '' };
}

test('no two fields have one name, and none has a name that means something else', () => {
  const names = [...FIELDS.map(({ name }) => name), ...CAPTCHA_KEYS, HONEYPOT];
  expect(new Set(names).size).toBe(names.length);
});

test('a field that the types must refuse is refused', () => {
  const entry = { name: 'wish', label: 'Wens' } as const;
  // @ts-expect-error: free text in a confirmation could mail anything to anyone
  const freeText: Field = { ...entry, kind: 'line', inConfirmation: true };
  // @ts-expect-error: nobody could fill in what is required and has no control
  const unseen: Field = { ...entry, kind: 'date', required: true };
  expect([freeText, unseen]).toHaveLength(2);
});

test.each([
  ['Betreft', 'betreft'],
  ['Sujet de la fête *', 'sujetdelafete'],
  ['???', 'productType'],
])('the subject under %j is chosen by the parameter %s', (label, parameter) => {
  expect(subjectParameter(label)).toBe(parameter);
});
