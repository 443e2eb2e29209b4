import { AddressBlock } from '../../parts/AddressBlock.tsx';
import { Lead } from '../../parts/Lead.tsx';
import { Paragraphs } from '../../rich-text/RichText.tsx';
import { type SectionProps, subheading } from '../section.ts';
import type { textSchema } from './schema.ts';
import styles from './Text.module.css';

export default function Text(props: SectionProps<typeof textSchema>) {
  const { section, page, position } = props;
  const Subheading = subheading(position);
  return (
    <article className={styles.article} {...position.attributes}>
      <position.Heading id={position.headingId}>{section.heading}</position.Heading>
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
