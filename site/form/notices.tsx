import type { Ref } from 'react';
import { useSharedContent } from '../shared-content.tsx';
import { ContactLinks } from '../contact/ContactLinks.tsx';
import styles from './notices.module.css';

/** Takes the form's place while the server is away (decisions, 'Server flag'). */
export function UnavailableNotice(props: { ref: Ref<HTMLDivElement> }) {
  const { messages } = useSharedContent();
  return (
    <div ref={props.ref} className={styles.notice} role="status" tabIndex={-1}>
      <p className={styles.text}>{messages.form.unavailable}</p>
      <ContactLinks />
    </div>
  );
}

/** For browsers without script: the page is all there, only sending is not. */
export function NoScriptNote() {
  const { messages } = useSharedContent();
  return (
    <noscript>
      <div className={styles.notice}>
        <p className={styles.text}>{messages.form.noScript}</p>
        <ContactLinks />
      </div>
    </noscript>
  );
}

/**
 * When the scripts are slow to come, or fail: without them the button stays grey whatever is filled
 * in. Shown by the stylesheet alone, and gone when script takes over.
 */
export function LateNote() {
  const { messages } = useSharedContent();
  return (
    <div className={styles.late}>
      <p>{messages.form.late}</p>
      <ContactLinks />
    </div>
  );
}
