import type { Company } from '../content.ts';
import styles from './AddressBlock.module.css';
import { ContactLinks } from './ContactLinks.tsx';
import { contactOf } from './phone.ts';

/** Legal name, postal addresses, telephone, e-mail and VAT number, set like a colophon. */
export function AddressBlock({ company }: { company: Company }) {
  return (
    <address className={styles.block}>
      <p className={styles.name}>{`${company.name} ${company.legalForm}`}</p>
      {company.owner && <p>{company.owner}</p>}
      {company.postalAddresses.map((address) => (
        <p key={address.label}>
          <span className={styles.label}>{address.label}</span>
          {address.street}
          <br />
          {`${address.postalCode} `}
          <span className={styles.town}>{address.town}</span>
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
