import { Fragment } from 'react';
import type { EnquiryRule, VisibleField } from '../../../enquiry/fields.ts';
import { PAGE_JUMP, scrollToElement } from '../../scroll/scroll.ts';
import { CAPTCHA_ID } from '../captcha/CaptchaField.tsx';
import { useForm } from '../form-context.tsx';
import { fieldId } from './Field.tsx';
import styles from './MissingFields.module.css';
import { isMissing } from './wrong-fields.ts';

interface Place {
  /** Anchor to lead to. */
  id: string;
  label: string;
}

/**
 * Says beside a disabled button what the form still waits for and what is filled in but wrong, in the
 * order of the form. Each is a link to its field.
 *
 * @param wrong the rules that fields break
 */
export function MissingFields(props: {
  wrong: ReadonlyMap<VisibleField, EnquiryRule>;
  isCaptchaMissing: boolean;
}) {
  const { texts } = useForm();
  const missing: Place[] = [];
  const wrong: Place[] = [];
  for (const [field, rule] of props.wrong) {
    const list = isMissing(field, rule) ? missing : wrong;
    list.push({ id: fieldId(field), label: texts.fields[field] });
  }
  if (props.isCaptchaMissing) missing.push({ id: CAPTCHA_ID, label: texts.captcha.label });
  if (missing.length + wrong.length === 0) return null;
  return (
    <div className={styles.open}>
      <Links before={texts.form.missing} places={missing} />
      <Links before={texts.form.wrong} places={wrong} />
    </div>
  );
}

function Links({ before, places }: { before: string; places: Place[] }) {
  if (places.length === 0) return null;
  return (
    <p>
      {before}{' '}
      {places.map(({ id, label }, index) => (
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
            {index < places.length - 1 && ','}
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
