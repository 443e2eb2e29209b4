import { Fragment } from 'react';
import type { EnquiryRule, VisibleField } from '../../../enquiry/fields.ts';
import { PAGE_JUMP, scrollToElement } from '../../scroll/scroll.ts';
import { CAPTCHA_ID } from '../captcha/CaptchaField.tsx';
import type { CaptchaState } from '../captcha/captcha.ts';
import { type FormContent, useFormContent } from '../form-content.tsx';
import { fieldId } from './field-id.ts';
import styles from './OpenFields.module.css';
import { isMissing } from './wrong-fields.ts';

/** What keeps the form from being sent. */
interface OpenField {
  /** Anchor to lead to. */
  id: string;
  label: string;
}

/**
 * What the form still waits for, and what is filled in but not right, in the order of the form.
 *
 * @param rules that fields break
 */
export function listOpenFields(
  rules: ReadonlyMap<VisibleField, EnquiryRule>,
  captcha: CaptchaState,
  { words }: FormContent,
): { missing: OpenField[]; wrong: OpenField[] } {
  const missing: OpenField[] = [];
  const wrong: OpenField[] = [];
  for (const [field, rule] of rules) {
    const list = isMissing(field, rule) ? missing : wrong;
    list.push({ id: fieldId(field), label: words.fields[field] });
  }
  if (captcha.kind !== 'verified') missing.push({ id: CAPTCHA_ID, label: words.captcha.label });
  return { missing, wrong };
}

/** Says beside a disabled button why it is; each word leads there. */
export function OpenFields(props: { missing: OpenField[]; wrong: OpenField[] }) {
  const { words } = useFormContent();
  if (props.missing.length + props.wrong.length === 0) return null;
  return (
    <div className={styles.open}>
      <FieldLinks words={words.form.missing} fields={props.missing} />
      <FieldLinks words={words.form.wrong} fields={props.wrong} />
    </div>
  );
}

function FieldLinks(props: { words: string; fields: OpenField[] }) {
  if (props.fields.length === 0) return null;
  return (
    <p>
      {props.words}{' '}
      {props.fields.map(({ id, label }, index) => (
        <Fragment key={id}>
          {index > 0 && ' '}
          <span>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                leadTo(id);
              }}
            >
              {label}
            </a>
            {index < props.fields.length - 1 && ','}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

/** The in-page jump of the shell (specification, section 9), with the focus in the control. */
export function leadTo(id: string) {
  const target = document.getElementById(id);
  if (target) scrollToElement(target, PAGE_JUMP);
}
