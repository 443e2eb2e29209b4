import { requiredRule } from '../../../enquiry/fields.ts';
import { PAGE_JUMP, scrollToElement } from '../../browser/scroll.ts';
import { CAPTCHA_ID } from '../captcha/CaptchaField.tsx';
import { useFormSettings } from '../form-settings.ts';
import { fieldId } from './Field.tsx';
import type { InvalidFields } from './form-values.ts';
import styles from './InvalidFieldLinks.module.css';

interface Target {
  id: string;
  label: string;
}

/** Links to the missing and the invalid fields, beside the disabled button. */
export function InvalidFieldLinks(props: {
  invalidFields: InvalidFields;
  isCaptchaMissing: boolean;
}) {
  const { texts } = useFormSettings();
  const missing: Target[] = [];
  const wrong: Target[] = [];
  for (const [field, rule] of props.invalidFields) {
    const list = rule === requiredRule<string>(field) ? missing : wrong;
    list.push({ id: fieldId(field), label: texts.fields[field] });
  }
  if (props.isCaptchaMissing) {
    missing.push({ id: CAPTCHA_ID, label: texts.captcha.label });
  }
  if (missing.length + wrong.length === 0) return null;
  return (
    <div className={styles.open}>
      <Links before={texts.form.missing} targets={missing} />
      <Links before={texts.form.wrong} targets={wrong} />
    </div>
  );
}

function Links({ before, targets }: { before: string; targets: Target[] }) {
  if (targets.length === 0) return null;
  return (
    <p>
      <span>{`${before} `}</span>
      {targets.map(({ id, label }, index) => (
        <span key={id}>
          <a
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              jumpToElement(id);
            }}
          >
            {label}
          </a>
          <span>{index < targets.length - 1 ? ', ' : ''}</span>
        </span>
      ))}
    </p>
  );
}

/** Scrolls to a control and focuses it (specification, section 9). */
export function jumpToElement(id: string) {
  const target = document.getElementById(id);
  if (target) scrollToElement(target, PAGE_JUMP);
}
