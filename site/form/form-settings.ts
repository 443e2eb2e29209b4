import { createContext, use } from 'react';
import type { ReleaseManifest } from '../../release/manifest.ts';
import type { Messages } from '../content/content.ts';
import type { Contact } from '../parts/contact.ts';

/** Texts and settings of the form, from `content/`. */
export interface FormSettings {
  texts: Pick<Messages, 'fields' | 'options' | 'rules' | 'captcha'> & {
    form: Omit<Messages['form'], FullDayText>;
    shell: Pick<Messages['shell'], 'close'>;
  };
  contact: Contact;
  /** Where enquiries go: `{base}/mail/{slug}`. */
  api: { base: string; slug: string };
  captcha: { provider: ReleaseManifest['captcha']['provider']; siteKey: string };
  /** A BCP 47 tag: 'nl-BE'. */
  locale: string;
  /** An IANA name, 'Europe/Brussels': determines today's date. */
  timeZone: string;
  /** Days on which the caterer takes no party; absent when there is none. */
  fullDays?: {
    /** '2027-03-05 2027-03-06' */
    days: string;
    /** The text under the field, once such a day is chosen or typed. */
    note: string;
    /** The legend under the calendar. */
    legend: string;
    /** The label of a day in the calendar: '{day}, al volzet'. */
    calendarFull: string;
  };
}

type FullDayText = 'fullDay' | 'fullDays' | 'calendarFull';

export const FormSettingsContext = createContext<FormSettings | undefined>(undefined);

export function useFormSettings(): FormSettings {
  const props = use(FormSettingsContext);
  if (!props) throw new Error('useFormSettings needs a FormSettingsContext above it');
  return props;
}
