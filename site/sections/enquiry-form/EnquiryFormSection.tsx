import EnquiryForm from '../../form/EnquiryForm.tsx';
import { AddressBlock } from '../../parts/AddressBlock.tsx';
import { contactOf } from '../../parts/contact.ts';
import { Island } from '../../render/Island.tsx';
import { Sentences } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import styles from './EnquiryFormSection.module.css';
import type { enquiryFormSchema } from './schema.ts';

/** The form and the address block. Without scripts a text replaces the form. */
export default function EnquiryFormSection(props: SectionProps<typeof enquiryFormSchema>) {
  const { section, page, position } = props;
  const { company, site } = page;
  const { fields, options, rules, captcha, shell } = page.messages;
  const { fullDay, fullDays, calendarFull, ...form } = page.messages.form;
  const { fullDays: days } = page;
  return (
    <section className={styles.section} {...position.attributes}>
      <header className={styles.head}>
        <position.Heading className={styles.heading} id={position.headingId}>
          {section.heading}
        </position.Heading>
        <Sentences text={section.intro} />
      </header>
      <div className={styles.columns}>
        <div className={styles.form}>
          <noscript>
            <div className={styles.withoutScript}>
              <p className={styles.sentence}>{form.noScript}</p>
              <AddressBlock company={company} messages={page.messages} />
            </div>
          </noscript>
          <Island
            name="EnquiryForm"
            component={EnquiryForm}
            props={{
              texts: {
                fields,
                options,
                rules,
                form,
                captcha,
                shell: { close: shell.close },
              },
              contact: contactOf(company),
              api: { base: site.api.base, slug: company.slug },
              captcha: site.captcha,
              locale: site.locale,
              timeZone: site.timeZone,
              // Without a full day, visitors need not load these texts.
              ...(days.length > 0 && {
                fullDays: { days: days.join(' '), note: fullDay, legend: fullDays, calendarFull },
              }),
            }}
          />
        </div>
        <AddressBlock company={company} messages={page.messages} />
      </div>
    </section>
  );
}
