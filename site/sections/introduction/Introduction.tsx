import { Seeds } from '../../parts/Seeds.tsx';
import { Paragraphs } from '../../rich-text/RichText.tsx';
import { type SectionProps, sectionAttributes } from '../section.ts';
import styles from './Introduction.module.css';
import type { introductionSchema } from './schema.ts';

/** A few sentences in the middle of the page, before what they introduce. */
export default function Introduction(props: SectionProps<typeof introductionSchema>) {
  const { section, place } = props;
  return (
    <section className={styles.introduction} {...sectionAttributes(place)}>
      <place.Heading id={place.headingId}>{section.heading}</place.Heading>
      <Paragraphs texts={section.paragraphs} />
      <Seeds />
    </section>
  );
}
