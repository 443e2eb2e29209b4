import type { FieldErrors, Resolver } from 'react-hook-form';
import * as v from 'valibot';
import { enquirySchema, type FieldRule } from '../../enquiry/enquiry.ts';
import {
  type FormValues,
  toEnquiry,
  VISIBLE_FIELDS,
  type VisibleField,
} from '../../enquiry/payload.ts';

/** The rule each wrong field breaks, in the order of the form. */
export function findWrongFields(values: FormValues): Map<VisibleField, FieldRule> {
  const result = v.safeParse(enquirySchema, toEnquiry(values));
  const wrong = new Map<VisibleField, FieldRule>();
  if (result.success) return wrong;
  const rules = v.flatten<typeof enquirySchema>(result.issues).nested ?? {};
  for (const field of VISIBLE_FIELDS) {
    // An absent key is reported by the object, in its own words: only a required field can be.
    const rule = field in toEnquiry(values) ? rules[field]?.[0] : MISSING[field];
    if (rules[field] && rule) wrong.set(field, rule as FieldRule);
  }
  return wrong;
}

const MISSING: Partial<Record<VisibleField, FieldRule>> = {
  email: 'emailRequired',
  name: 'nameRequired',
  message: 'messageRequired',
};

/** Nothing stands there yet, which is another thing to say than that it is wrong. */
export function isMissing(rule: FieldRule): boolean {
  return Object.values(MISSING).includes(rule);
}

/**
 * Validates the form by the shared schema. Twenty lines here instead of @hookform/resolvers,
 * because what the controls hold is not yet what the schema speaks of (decision 071).
 */
export const enquiryResolver: Resolver<FormValues> = (values) => {
  const wrong = findWrongFields(values);
  if (wrong.size === 0) return { values, errors: {} };
  const errors: FieldErrors<FormValues> = {};
  for (const [field, rule] of wrong) errors[field] = { type: rule, message: rule };
  return { values: {}, errors };
};
