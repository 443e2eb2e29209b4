import { ButtonLink } from '../../parts/Button.tsx';
import { RichLine } from '../../rich-text/RichText.tsx';
import { type SectionProps, sectionAttributes } from '../section.ts';
import { describeFile } from './describe-file.ts';
import styles from './File.module.css';
import type { fileSchema } from './schema.ts';

/** A file of the caterer's, and a link that opens it and says what one gets. */
export default function File({ section, page, place }: SectionProps<typeof fileSchema>) {
  const file = page.file(section.file);
  return (
    <section className={styles.section} {...sectionAttributes(place)}>
      <place.Heading id={place.headingId}>{section.heading}</place.Heading>
      <p>
        <RichLine text={section.text} />
      </p>
      <ButtonLink variant="quiet" href={file.href}>
        <span>
          {section.label}{' '}
          <span className={styles.kind}>{describeFile(file, page.site.locale)}</span>
        </span>
      </ButtonLink>
    </section>
  );
}
