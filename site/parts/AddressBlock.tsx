import type { Company, Messages } from '../content/content.ts';
import styles from './AddressBlock.module.css';
import { ContactLinks } from './ContactLinks.tsx';
import { contactOf } from './contact.ts';

/** The legal name, postal addresses, telephone, e-mail and VAT number, set like a colophon. */
export function AddressBlock(props: { company: Company; messages: Messages }) {
  const { company, messages } = props;
  const { map, opensInNewTab } = messages.shell;
  return (
    <address className={styles.block}>
      <p className={styles.name}>{`${company.name} ${company.legalForm}`}</p>
      {company.owner && <p>{company.owner}</p>}
      {company.postalAddresses.map((address) => (
        <p key={address.label}>
          <span className={styles.label}>{address.label}</span>
          <a href={mapHref(address, company.country)} target="_blank" rel="noopener noreferrer">
            {address.street}
            <br />
            {`${address.postalCode}\u00a0${address.town}`}
            <span className="visually-hidden">{` (${map}, ${opensInNewTab})`}</span>
          </a>
        </p>
      ))}
      <ContactLinks contact={contactOf(company)} isStacked />
      <p className={styles.numbers}>
        {company.vatNumber}
        {company.court && (
          <>
            <br />
            {company.court}
          </>
        )}
      </p>
    </address>
  );
}

type PostalAddress = Company['postalAddresses'][number];

/** A search that opens the telephone's map, or else a web page (Maps URLs, 'Search'). */
function mapHref({ street, postalCode, town }: PostalAddress, country: string): string {
  const url = new URL('https://www.google.com/maps/search/?api=1');
  url.searchParams.set('query', `${street}, ${postalCode} ${town}, ${country}`);
  return url.href;
}
