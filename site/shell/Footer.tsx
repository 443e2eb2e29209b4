import type { Company, Site } from '../content/content.ts';
import { DESIGNED_BY } from '../content/messages.ts';
import type { PageContext } from '../document/page-context.ts';
import { ContactLinks } from '../parts/ContactLinks.tsx';
import { contactOf } from '../parts/contact.ts';
import { Island } from '../render/Island.tsx';
import { Drawing } from './Drawing.tsx';
import styles from './Footer.module.css';
import PrivacyLink from './PrivacyLink.tsx';
import { NavigationList } from './TopBar.tsx';

export function Footer({ page }: { page: PageContext }) {
  const { company, site, messages } = page;
  const registration = [company.vatNumber, company.court];
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <Drawing svg={page.logo.mark} className={styles.mark} />
        <div className={styles.facts}>
          <p className={styles.name}>{`${company.name} ${company.legalForm}`}</p>
          {company.owner && <p>{company.owner}</p>}
          {company.postalAddresses.map((address) => (
            <p key={address.label}>
              {`${address.street}, `}
              <span>{`${address.postalCode} ${address.town}`}</span>
            </p>
          ))}
          <p>{registration.filter(Boolean).join(', ')}</p>
        </div>
        <div>
          <ContactLinks contact={contactOf(company)} isStacked />
          <SocialLinks page={page} />
        </div>
        <NavigationList links={page.navigation} className={styles.links} />
        <div className={styles.legal}>
          <p>{`© ${site.copyrightYear} ${company.name}`}</p>
          <p>
            <span lang={messages.shell.designedBy === DESIGNED_BY ? 'en' : undefined}>
              {messages.shell.designedBy}
            </span>{' '}
            <a href={site.designer.url} target="_blank" rel="noopener noreferrer">
              {site.designer.name}
              <span className="visually-hidden">{` (${messages.shell.opensInNewTab})`}</span>
            </a>
          </p>
          {page.footerLinks.map(({ path, label }) => (
            <p key={path}>
              <a href={path}>{label}</a>
            </p>
          ))}
          <div>
            <Island name="PrivacyLink" component={PrivacyLink} props={privacyProps(page)} />
          </div>
        </div>
      </div>
      <ContactBar page={page} />
    </footer>
  );
}

const SOCIAL_NAMES = { instagram: 'Instagram', facebook: 'Facebook' } as const;

function SocialLinks({ page: { company, messages } }: { page: PageContext }) {
  const names = Object.keys(SOCIAL_NAMES) as (keyof typeof SOCIAL_NAMES)[];
  const links = names.flatMap((name) => {
    const href = company.social[name];
    return href === undefined ? [] : [{ name: SOCIAL_NAMES[name], href }];
  });
  if (links.length === 0) return null;
  return (
    <ul className={styles.social}>
      {links.map(({ name, href }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
            <span className="visually-hidden">{` (${messages.shell.opensInNewTab})`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function privacyProps({ company, site, messages }: PageContext) {
  const { providerUrl, page } = site.privacy;
  return {
    label: messages.shell.privacy,
    href: providerUrl || page,
    frameUrl: privacyFrameUrl(company, site.privacy),
    isOwnPage: providerUrl === '',
    labels: {
      ...messages.privacyDialog,
      close: messages.shell.close,
    },
  };
}

/** Telephone and form, fixed at the bottom of a phone's screen. */
function ContactBar({ page }: { page: PageContext }) {
  const { company, messages, path, formPath } = page;
  const { phone, phoneHref } = contactOf(company);
  return (
    <p className={styles.bar}>
      <a className="focus-inside" href={phoneHref}>
        {phone}
      </a>
      {formPath !== undefined && formPath !== path && (
        <a className={styles.formLink} href={formPath}>
          {messages.shell.ask}
        </a>
      )}
    </p>
  );
}

/**
 * The URL of the privacy page with the query of the specification (section 2), which our own page
 * ignores.
 */
export function privacyFrameUrl(company: Company, privacy: Site['privacy']): string {
  const [address1 = '', address2 = ''] = company.postalAddresses.map(
    ({ street, postalCode, town }) => `${street}, ${postalCode} ${town}`,
  );
  const facts = {
    client: company.name,
    clientForm: company.legalForm,
    address1,
    address2,
    phone: company.phone,
    email: company.email,
  };
  const { providerUrl, page } = privacy;
  const url = new URL(providerUrl || page, 'https://own-page.invalid');
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return providerUrl ? url.href : url.pathname + url.search;
}
