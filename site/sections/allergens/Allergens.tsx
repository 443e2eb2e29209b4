import { Paragraphs } from '../../rich-text/RichText.tsx';
import { Columns } from '../Columns.tsx';
import type { SectionProps } from '../section.ts';
import styles from './Allergens.module.css';
import type { allergensSchema } from './schema.ts';

/** A text about allergens, and the allergens of each dish. */
export default function Allergens({ section, page, place }: SectionProps<typeof allergensSchema>) {
  const list = new Intl.ListFormat(page.site.locale);
  return (
    <Columns
      place={place}
      heading={section.heading}
      text={<Paragraphs texts={section.paragraphs} />}
    >
      {section.dishes.length > 0 && (
        <dl className={styles.dishes}>
          {section.dishes.map((dish) => (
            <div key={dish.name}>
              <dt>{dish.name}</dt>
              <dd>
                {list.format(dish.contains.map((name) => page.messages.allergens[name])) ||
                  section.none}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Columns>
  );
}
