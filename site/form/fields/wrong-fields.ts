import * as v from 'valibot';
import { entriesOf } from '../../../enquiry/enquiry.ts';
import type { Field } from '../../../enquiry/field.ts';
import { type EnquiryRule, requiredRule, type VisibleField } from '../../../enquiry/fields.ts';
import { type FormValues, SHOWN_FIELDS, toEnquiry } from './form-values.ts';

/** Returns the rule that each invalid field breaks, in form order. */
export type FindWrongFields = (values: FormValues) => Map<VisibleField, EnquiryRule>;

/**
 * Validates form values with the same schema as the server.
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
      // Valibot reports an absent key with its own message; only required fields can be absent.
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

/** Whether the field is empty, rather than invalid. */
export function isMissing(field: VisibleField, rule: EnquiryRule): boolean {
  return rule === (requiredRule(field) as string);
}
