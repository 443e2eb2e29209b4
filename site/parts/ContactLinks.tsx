import styles from './ContactLinks.module.css';
import type { Contact } from './phone.ts';

/** Telephone and e-mail, beside each other unless `className` says otherwise. */
export function ContactLinks({
  contact,
  className,
}: {
  contact: Contact;
  className?: string | undefined;
}) {
  return (
    <p className={className ?? styles.links}>
      <a href={contact.phoneHref}>{contact.phone}</a>
      <a href={`mailto:${contact.email}`}>{contact.email}</a>
    </p>
  );
}
