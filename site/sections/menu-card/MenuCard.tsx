import type * as v from 'valibot';
import type { Site } from '../../content.ts';
import { Price } from '../../parts/Price.tsx';
import { Seeds } from '../../parts/Seeds.tsx';
import { Picture } from '../../picture/Picture.tsx';
import { type SectionProps, sectionAttributes } from '../section.ts';
import styles from './MenuCard.module.css';
import type { menuCardSchema } from './schema.ts';

/** A thumbnail beside its line on a phone, otherwise a picture beside the card. */
const PHOTO_SIZES = '(max-width: 991.98px) 144px, 45vw';

type Line = v.InferOutput<typeof menuCardSchema>['lines'][number];

/** The offer, or dishes, styled as a menu card. */
export default function MenuCard({ section, page, place }: SectionProps<typeof menuCardSchema>) {
  const isPlain = section.lines.every((line) => !line.to && !line.price);
  const hasPhotos = section.lines.some((line) => line.photo);
  return (
    <section className={styles.menu} {...sectionAttributes(place)}>
      <div
        className={styles.card}
        data-plain={isPlain || undefined}
        data-photos={hasPhotos || undefined}
      >
        <Seeds />
        <place.Heading id={place.headingId}>{section.heading}</place.Heading>
        <ul>
          {section.lines.map((line) => (
            <li key={line.name}>
              <MenuLine line={line} site={page.site} />
              {line.photo && (
                <div className={styles.photo}>
                  <Picture photo={page.photo(line.photo)} sizes={PHOTO_SIZES} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A link without a price shows its detail at the end of the line, a dish below it. */
function MenuLine({ line, site }: { line: Line; site: Site }) {
  const detail = line.to && !line.price ? 'beside' : 'below';
  const content = (
    <>
      <span className={styles.dish}>{line.name}</span>
      {(line.to || line.price) && <span className={styles.leader} />}
      {line.price && (
        <span className={styles.price}>
          <Price price={line.price} site={site} />
        </span>
      )}
      {line.detail && <span className={styles.detail}>{line.detail}</span>}
    </>
  );
  if (line.to === undefined) {
    return (
      <div className={styles.line} data-detail={detail}>
        {content}
      </div>
    );
  }
  return (
    <a className={styles.line} data-detail={detail} href={line.to}>
      {content}
    </a>
  );
}
