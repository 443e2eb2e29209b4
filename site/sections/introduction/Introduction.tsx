import { Paragraphs } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Introduction.module.css';
import type { introductionSchema } from './schema.ts';

/** A centred introduction, optionally with links to parts of the page. */
export default function Introduction(props: SectionProps<typeof introductionSchema>) {
  const { section, position } = props;
  return (
    <section className={styles.introduction} {...position.attributes}>
      <position.Heading id={position.headingId}>{section.heading}</position.Heading>
      <Paragraphs texts={section.paragraphs} />
      {section.links && (
        <nav className={styles.links} aria-labelledby={position.headingId}>
          <ul>
            {section.links.map(({ label, to }) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </section>
  );
}
