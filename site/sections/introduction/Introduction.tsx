import { Paragraphs } from '../../rich-text/RichText.tsx';
import { Columns } from '../Columns.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Introduction.module.css';
import type { introductionSchema } from './schema.ts';

/** An introduction, optionally with links to parts of the page. */
export default function Introduction(props: SectionProps<typeof introductionSchema>) {
  const { section, position } = props;
  return (
    <Columns position={position} heading={section.heading}>
      <div className={styles.text}>
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
      </div>
    </Columns>
  );
}
