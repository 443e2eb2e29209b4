import { SUBJECT_FIELD, subjectParameter } from '../enquiry/fields.ts';
import type { PageContext } from './page-context.ts';

/**
 * Where a link to the form leads that has chosen the subject: '/info?betreft=Receptie'.
 *
 * @throws Error when no page has the form; the checks of `content/` would have refused
 */
export function proposalHref({ formPath, messages }: PageContext, subject: string): string {
  if (formPath === undefined) throw new Error('A proposal link needs a page with the enquiry form');
  const parameter = subjectParameter(messages.fields[SUBJECT_FIELD]);
  return `${formPath}?${parameter}=${encodeURIComponent(subject)}`;
}
