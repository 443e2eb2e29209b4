import { PAGE_PATHS } from '../routes.ts';
import { fillIn, useSharedContent } from '../shared-content.tsx';
import styles from './Logo.module.css';
import { Mark } from './Mark.tsx';

/**
 * Mark and name, leading home. CSS shows it 100 px wide on handheld and mobile and 360 px wide
 * otherwise (specification, section 2, 'Shell').
 */
export function Logo() {
  const { company, messages } = useSharedContent();
  return (
    <a
      className={styles.logo}
      href={PAGE_PATHS.home}
      aria-label={fillIn(messages.shell.logo, { company: company.name })}
    >
      <Mark className={styles.mark} />
      <span className={styles.name}>{company.name}</span>
    </a>
  );
}
