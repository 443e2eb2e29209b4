import { Paragraphs } from '../../rich-text/RichText.tsx';
import { Columns } from '../Columns.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Questions.module.css';
import type { questionsSchema } from './schema.ts';

/** A list of questions; a native `<details>` shows each answer. */
export default function Questions(props: SectionProps<typeof questionsSchema>) {
  const { section, position } = props;
  return (
    <Columns position={position} heading={section.heading}>
      <div className={styles.list}>
        {section.items.map((item) => (
          <details className={styles.item} key={item.question}>
            <summary className={styles.question}>
              {item.question}
              <span className={styles.sign} />
            </summary>
            <div className={styles.answer}>
              <Paragraphs texts={item.answer} />
            </div>
          </details>
        ))}
      </div>
    </Columns>
  );
}
