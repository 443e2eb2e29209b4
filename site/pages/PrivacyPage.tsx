import { AddressBlock } from '../contact/AddressBlock.tsx';
import type { ContentOf } from '../page-data.ts';
import styles from './TextPage.module.css';

/** Shows the company's facts from `content/`, never from the query (decisions, 'Privacy'). */
export default function PrivacyPage(props: { content: ContentOf<'privacy'> }) {
  const { copy } = props.content;
  return (
    <article className={styles.article}>
      <h1>{copy.heading}</h1>
      <p className={styles.lead}>{copy.intro}</p>
      {copy.sections.map((section) => (
        <section key={section.heading}>
          <h2>{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <AddressBlock />
    </article>
  );
}
