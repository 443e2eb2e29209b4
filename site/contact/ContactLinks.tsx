import { useSharedContent } from '../shared-content.tsx';
import styles from './ContactLinks.module.css';

/** Telephone and e-mail, where the form cannot help. */
export function ContactLinks() {
  const { company } = useSharedContent();
  return (
    <p className={styles.links}>
      <a href={`tel:${company.phoneLink}`}>{company.phone}</a>
      <a href={`mailto:${company.email}`}>{company.email}</a>
    </p>
  );
}
