import { fillIn } from '../../enquiry/text.ts';
import type { PageContext } from '../page-context.ts';
import { Drawing } from './Drawing.tsx';
import styles from './Logo.module.css';

/**
 * The logo, with a link to the home page. CSS shows the small variant on handheld and mobile and
 * the large one otherwise (specification, section 2, 'Shell'). Both are inline, so that they use
 * the current text colour.
 */
export function Logo({ page }: { page: PageContext }) {
  const { logo, company, messages, homePath } = page;
  return (
    <a
      className={styles.logo}
      href={homePath}
      aria-label={fillIn(messages.shell.logo, { company: company.name })}
    >
      <Drawing svg={logo.small} className={styles.small} />
      <Drawing svg={logo.large} className={styles.large} />
    </a>
  );
}
