import type { Ref } from 'react';
import { ContactLinks } from '../../parts/ContactLinks.tsx';
import { useFormContent } from '../form-content.tsx';
import styles from './notices.module.css';

/** Takes the form's place while the server is away (decisions, 'Server flag'). */
export function UnavailableNotice(props: { ref: Ref<HTMLDivElement> }) {
  const { words, contact } = useFormContent();
  return (
    <div ref={props.ref} className={styles.notice} role="status" tabIndex={-1}>
      <p className={styles.text}>{words.form.unavailable}</p>
      <ContactLinks contact={contact} />
    </div>
  );
}

/**
 * When the scripts are slow to come, or fail: without them the button stays grey whatever is filled
 * in. Shown by the stylesheet alone, and gone when script takes over.
 */
export function LateNote() {
  const { words, contact } = useFormContent();
  return (
    <div className={styles.late}>
      <p>{words.form.late}</p>
      <ContactLinks contact={contact} />
    </div>
  );
}
