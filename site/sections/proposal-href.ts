import { SUBJECT_PARAMETER } from '../../enquiry/fields.ts';
import type { PageContext } from '../document/page-context.ts';

/** URL of the form with a preselected subject: '/info?betreft=Receptie'. */
export function proposalHref({ formPath }: PageContext, subject: string): string {
  return `${formPath}?${SUBJECT_PARAMETER}=${encodeURIComponent(subject)}`;
}
