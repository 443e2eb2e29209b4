import styles from './ContactLinks.module.css';
import type { Contact } from './contact.ts';

/** Telephone and e-mail, side by side or stacked. */
export function ContactLinks(props: { contact: Contact; isStacked?: boolean }) {
  const { contact, isStacked = false } = props;
  return (
    <p className={styles.links} data-stacked={isStacked || undefined}>
      <a href={contact.phoneHref}>{contact.phone}</a>
      <a href={`mailto:${contact.email}`}>{contact.email}</a>
    </p>
  );
}
