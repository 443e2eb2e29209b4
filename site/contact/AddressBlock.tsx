import { useSharedContent } from '../shared-content.tsx';
import styles from './AddressBlock.module.css';

/** Legal name, both addresses, telephone, e-mail and VAT number, set like a colophon. */
export function AddressBlock() {
  const { company } = useSharedContent();
  return (
    <address className={styles.block}>
      <p className={styles.name}>
        {company.name} {company.legalForm}
      </p>
      {company.addresses.map((address) => (
        <p key={address.label}>
          <span className={styles.label}>{address.label}</span>
          {address.street}
          <br />
          {address.postalCode} {address.town}
        </p>
      ))}
      <p className={styles.reach}>
        <a href={`tel:${company.phoneLink}`}>{company.phone}</a>
        <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
      <p className={styles.numbers}>
        {company.vatNumber}
        <br />
        {company.court}
      </p>
    </address>
  );
}
