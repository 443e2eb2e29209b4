import * as v from 'valibot';
import { entriesOf } from '../../../enquiry/enquiry.ts';
import type { Field } from '../../../enquiry/field.ts';
import { type EnquiryRule, requiredRule, type VisibleField } from '../../../enquiry/fields.ts';
import { type FormValues, SHOWN_FIELDS, toEnquiry } from './form-values.ts';

/** The rule that each wrong field breaks, in the order of the form. */
export type FindWrongFields = (values: FormValues) => Map<VisibleField, EnquiryRule>;

/**
 * Validates the controls' values with the schema that the server has too.
 *
 * @param fields default: those of the form
 */
export function wrongFieldsFinder(
  locale: string,
  fields: readonly Field[] = SHOWN_FIELDS,
): FindWrongFields {
  const schema = v.strictObject(entriesOf(fields));
  return (values) => {
    const enquiry = toEnquiry(values, locale, fields);
    const rules = new Map<string, string>();
    for (const issue of v.safeParse(schema, enquiry).issues ?? []) {
      const name = v.getDotPath(issue) ?? '';
      // An absent key is reported by the object, with Valibot's message: only a required field can be.
      const rule = name in enquiry ? issue.message : requiredRule(name);
      if (!rules.has(name)) rules.set(name, rule);
    }
    const inOrder = fields.flatMap(({ name }) => {
      const rule = rules.get(name);
      return rule === undefined ? [] : [[name, rule] as const];
    });
    // The schema's names and messages are those of the fields.
    return new Map(inOrder as [VisibleField, EnquiryRule][]);
  };
}

/** The field is empty, which the form names apart from what is wrong. */
export function isMissing(field: VisibleField, rule: EnquiryRule): boolean {
  return rule === (requiredRule(field) as string);
}
