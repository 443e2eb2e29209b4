import { SUBJECT_FIELD, subjectParameter } from '../enquiry/fields.ts';
import type { PageContext } from './page-context.ts';

/**
 * URL of the form with a preselected subject: '/info?betreft=Receptie'.
 *
 * @throws Error when no page has the form; the checks of `content/` report that
 */
export function proposalHref({ formPath, messages }: PageContext, subject: string): string {
  if (formPath === undefined) throw new Error('A proposal link needs a page with the enquiry form');
  const parameter = subjectParameter(messages.fields[SUBJECT_FIELD]);
  return `${formPath}?${parameter}=${encodeURIComponent(subject)}`;
}
