import type * as v from 'valibot';
import type { Site } from '../../content/content.ts';
import { Price } from '../../parts/Price.tsx';
import { Picture } from '../../photo/Picture.tsx';
import type { SectionProps } from '../section.ts';
import styles from './MenuCard.module.css';
import type { menuCardSchema } from './schema.ts';

/** The photo is a thumbnail beside its line on a phone, otherwise beside the card. */
const PHOTO_SIZES = '(max-width: 991.98px) 144px, 45vw';

type Line = v.InferOutput<typeof menuCardSchema>['lines'][number];

/** The offer, or dishes, styled as a menu card. */
export default function MenuCard(props: SectionProps<typeof menuCardSchema>) {
  const { section, page, position } = props;
  const isPlain = section.lines.every((line) => !line.to && !line.price);
  const withPhotos = section.lines.filter((line) => line.photo);
  // The panel shows the photo of the focused line, and only a link can have the focus.
  const layout = withPhotos.every((line) => line.to) ? 'panel' : 'thumbnails';
  return (
    <section className={styles.menu} {...position.attributes}>
      <div
        className={styles.card}
        data-plain={isPlain || undefined}
        data-photos={withPhotos.length > 0 ? layout : undefined}
      >
        <Seeds />
        <position.Heading id={position.headingId}>{section.heading}</position.Heading>
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

/** A line of the card. On a link without a price, the detail is at the end of the line. */
function MenuLine({ line, site }: { line: Line; site: Site }) {
  const Element = line.to === undefined ? 'div' : 'a';
  const detail = line.to && !line.price ? 'beside' : 'below';
  return (
    <Element className={styles.line} data-detail={detail} href={line.to}>
      <span className={styles.dish}>{line.name}</span>
      {(line.to || line.price) && <span className={styles.leader} />}
      {line.price && (
        <span className={styles.price}>
          <Price price={line.price} site={site} />
        </span>
      )}
      {line.detail && <span className={styles.detail}>{line.detail}</span>}
    </Element>
  );
}

/** Stroke width and positions of the seeds, in SVG units. */
const SEEDS = [
  [3, 'M4 9h0M24 11h0M50 5h0M86 11h0M119 5h0M140 7h0'],
  [3.8, 'M15 6h0M58 10h0M94 6h0M131 10h0'],
  [4.4, 'M37 8h0M72 8h0M108 8h0'],
] as const;

/** A decorative line of poppy seeds. */
function Seeds() {
  return (
    <svg className={styles.seeds} viewBox="0 0 144 16" aria-hidden="true">
      {SEEDS.map(([width, path]) => (
        <path key={width} strokeWidth={width} d={path} />
      ))}
    </svg>
  );
}
