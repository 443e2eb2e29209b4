import { Fragment } from 'react';
import { PAGE_JUMP, scrollToElement } from '../../scroll.ts';
import { useSharedContent } from '../../shared-content.tsx';
import styles from './MissingFields.module.css';

export interface MissingField {
  /** Anchor to lead to. */
  id: string;
  label: string;
}

/** Says beside a disabled button what it still waits for; each word leads there. */
export function MissingFields(props: { fields: MissingField[] }) {
  const { messages } = useSharedContent();
  if (props.fields.length === 0) return null;
  return (
    <p className={styles.missing}>
      {messages.form.missing}{' '}
      {props.fields.map(({ id, label }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <a
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              leadTo(id);
            }}
          >
            {label}
          </a>
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
