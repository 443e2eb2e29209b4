import { Sentences } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Quote.module.css';
import type { quoteSchema } from './schema.ts';

export default function Quote(props: SectionProps<typeof quoteSchema>) {
  const { section, position } = props;
  const { text, who, occasion } = section;
  return (
    <figure className={styles.quote} {...position.attributes}>
      <blockquote className={styles.content}>
        <Sentences text={text} />
      </blockquote>
      <figcaption className={styles.who} id={position.headingId}>
        <span>{who}</span> {occasion && <span>{occasion}</span>}
      </figcaption>
    </figure>
  );
}
