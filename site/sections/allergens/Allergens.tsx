import { Paragraphs } from '../../rich-text/RichText.tsx';
import { Columns } from '../Columns.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Allergens.module.css';
import type { allergensSchema } from './schema.ts';

/** A text about allergens, and the allergens of each dish. */
export default function Allergens(props: SectionProps<typeof allergensSchema>) {
  const { section, page, position } = props;
  const list = new Intl.ListFormat(page.site.locale);
  return (
    <Columns
      position={position}
      heading={section.heading}
      text={<Paragraphs texts={section.paragraphs} />}
    >
      {section.dishes.length > 0 && (
        <dl className={styles.dishes}>
          {section.dishes.map(({ name, contains }) => {
            const allergens = contains.map((key) => page.messages.allergens[key]);
            return (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{list.format(allergens) || section.none}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </Columns>
  );
}
