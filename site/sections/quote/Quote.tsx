import { Sentences } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Quote.module.css';
import type { quoteSchema } from './schema.ts';

export default function Quote(props: SectionProps<typeof quoteSchema>) {
  const { section, place } = props;
  const { text, who, occasion } = section;
  return (
    <figure className={styles.quote} {...place.attributes}>
      <blockquote className={styles.content}>
        <Sentences text={text} />
      </blockquote>
      <figcaption className={styles.who} id={place.headingId}>
        <span>{who}</span> {occasion && <span>{occasion}</span>}
      </figcaption>
    </figure>
  );
}
