import { SUBJECT_PARAMETER } from '../enquiry/fields.ts';
import type { PageContext } from './page-context.ts';

/** URL of the form with a preselected subject: '/info?betreft=Receptie'. */
export function proposalHref({ formPath }: PageContext, subject: string): string {
  if (formPath === undefined) throw new Error('A proposal link needs a page with the enquiry form');
  return `${formPath}?${SUBJECT_PARAMETER}=${encodeURIComponent(subject)}`;
}
