import styles from './ContactLinks.module.css';
import type { Contact } from './phone.ts';

/** Telephone and e-mail, side by side unless `className` overrides it. */
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
