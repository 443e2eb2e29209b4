import { AddressBlock } from '../../parts/AddressBlock.tsx';
import { Paragraphs } from '../../rich-text/RichText.tsx';
import { Lead } from '../Lead.tsx';
import { type SectionProps, subheading } from '../section.ts';
import type { textSchema } from './schema.ts';
import styles from './Text.module.css';

export default function Text(props: SectionProps<typeof textSchema>) {
  const { section, page, place } = props;
  const Subheading = subheading(place);
  return (
    <article className={styles.article} {...place.attributes}>
      <place.Heading id={place.headingId}>{section.heading}</place.Heading>
      <Lead>{section.lead}</Lead>
      {section.parts.map((part) => (
        <div className={styles.part} key={part.heading ?? part.paragraphs[0]}>
          {part.heading && <Subheading className={styles.heading}>{part.heading}</Subheading>}
          <Paragraphs texts={part.paragraphs} />
        </div>
      ))}
      {section.showAddress && <AddressBlock company={page.company} messages={page.messages} />}
    </article>
  );
}
