import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Messages } from '../content.ts';
import type { Contact } from '../parts/phone.ts';
import type { CaptchaProvider } from './captcha/captcha.ts';
import { type FindWrongFields, wrongFieldsFinder } from './fields/wrong-fields.ts';

/** Texts and settings of the form, from `content/`. */
export interface EnquiryFormProps {
  texts: Pick<Messages, 'fields' | 'options' | 'rules' | 'form' | 'captcha'> & {
    shell: Pick<Messages['shell'], 'close'>;
  };
  contact: Contact;
  /** Where enquiries go: `{base}/mail/{slug}`. */
  api: { base: string; slug: string };
  captcha: { provider: CaptchaProvider; siteKey: string };
  /** BCP 47: 'nl-BE'. */
  locale: string;
  /** IANA: 'Europe/Brussels'. Determines today's date. */
  timeZone: string;
}

export interface FormContent extends EnquiryFormProps {
  findWrongFields: FindWrongFields;
}

const FormContext = createContext<FormContent | undefined>(undefined);

export function FormProvider(props: { content: EnquiryFormProps; children: ReactNode }) {
  const { content, children } = props;
  const value = useMemo(
    () => ({ ...content, findWrongFields: wrongFieldsFinder(content.locale) }),
    [content],
  );
  return <FormContext value={value}>{children}</FormContext>;
}

/**
 * The form's texts and settings.
 *
 * @throws Error outside a `FormProvider`
 */
export function useForm(): FormContent {
  const content = use(FormContext);
  if (!content) throw new Error('useForm needs a FormProvider above it');
  return content;
}
