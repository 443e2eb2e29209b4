import { contactOf } from '../parts/phone.ts';
import type { PageContext } from '../page-context.ts';
import styles from './ContactBar.module.css';

/** At the foot of a phone's screen, on every page: the telephone, and the way to the form. */
export function ContactBar({ page }: { page: PageContext }) {
  const { company, messages, path, formPath } = page;
  const { phone, phoneHref } = contactOf(company);
  return (
    <p className={styles.bar}>
      <a href={phoneHref}>{phone}</a>
      {formPath !== undefined && formPath !== path && (
        <a className={styles.ask} href={formPath}>
          {messages.shell.ask}
        </a>
      )}
    </p>
  );
}
