import { NAVIGATION, PAGE_PATHS } from '../routes.ts';
import { useSharedContent } from '../shared-content.tsx';
import { Mark } from './Mark.tsx';
import { PrivacyLink } from './PrivacyLink.tsx';
import styles from './Footer.module.css';

/** Company facts, links, copyright, the designer's credit and the privacy statement. */
export function Footer() {
  const { company, site, messages } = useSharedContent();
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <Mark className={styles.mark} />
        <div className={styles.facts}>
          <p className={styles.name}>
            {company.name} {company.legalForm}
          </p>
          {company.addresses.map((address) => (
            <p key={address.label}>
              {address.street}, {address.postalCode} {address.town}
            </p>
          ))}
          <p>
            {company.vatNumber}, {company.court}
          </p>
        </div>
        <p className={styles.reach}>
          <a href={`tel:${company.phoneLink}`}>{company.phone}</a>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
        <ul className={styles.links}>
          {NAVIGATION.map((id) => (
            <li key={id}>
              <a href={PAGE_PATHS[id]}>{messages.navigation[id]}</a>
            </li>
          ))}
        </ul>
        <div className={styles.legal}>
          <p>
            © {site.copyrightYear} {company.name}
          </p>
          <p>
            {messages.shell.designedBy}{' '}
            <a href={site.designer.url} target="_blank" rel="noopener noreferrer">
              {site.designer.name}
              <span className="visually-hidden"> ({messages.shell.opensInNewTab})</span>
            </a>
          </p>
          <p>
            <PrivacyLink />
          </p>
        </div>
      </div>
    </footer>
  );
}
