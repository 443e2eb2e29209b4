import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Messages } from '../content.ts';
import type { Contact } from '../parts/phone.ts';
import type { CaptchaProvider } from './captcha/captcha.ts';
import { type FindWrongFields, wrongFieldsFinder } from './fields/wrong-fields.ts';

/** What the form knows of `content/`: words and settings. */
export interface EnquiryFormProps {
  words: Pick<Messages, 'fields' | 'options' | 'rules' | 'form' | 'captcha'> & {
    shell: Pick<Messages['shell'], 'close'>;
  };
  contact: Contact;
  /** Where enquiries go: `{base}/mail/{slug}`. */
  api: { base: string; slug: string };
  captcha: { provider: CaptchaProvider; siteKey: string };
  /** BCP 47: 'nl-BE'. */
  locale: string;
  /** IANA: 'Europe/Brussels'. Decides which day is today. */
  timeZone: string;
}

export interface FormContent extends EnquiryFormProps {
  findWrongFields: FindWrongFields;
}

const FormContentContext = createContext<FormContent | undefined>(undefined);

export function FormContentProvider(props: { content: EnquiryFormProps; children: ReactNode }) {
  const { content, children } = props;
  const value = useMemo(() => {
    const { locale, words } = content;
    return { ...content, findWrongFields: wrongFieldsFinder(locale, words.options) };
  }, [content]);
  return <FormContentContext value={value}>{children}</FormContentContext>;
}

/**
 * The form's words and settings, within its island alone.
 *
 * @throws Error outside a `FormContentProvider`
 */
export function useFormContent(): FormContent {
  const content = use(FormContentContext);
  if (!content) throw new Error('useFormContent needs a FormContentProvider above it');
  return content;
}
