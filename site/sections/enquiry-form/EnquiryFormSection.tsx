import { AddressBlock } from '../../contact/AddressBlock.tsx';
import type { ContentOf } from '../../page-data.ts';
import { EnquiryForm } from '../../form/EnquiryForm.tsx';
import styles from './EnquiryFormSection.module.css';

export default function InfoPage(props: { content: ContentOf<'info'> }) {
  const { copy } = props.content;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{copy.heading}</h1>
        <p>{copy.intro}</p>
      </header>
      <div className={styles.columns}>
        <div className={styles.form}>
          <EnquiryForm />
        </div>
        <AddressBlock />
      </div>
    </div>
  );
}
