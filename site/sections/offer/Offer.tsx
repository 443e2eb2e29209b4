import type * as v from 'valibot';
import { PhotoGallery } from '../../carousel/PhotoGallery.tsx';
import type { Site } from '../../content/content.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { Price } from '../../parts/Price.tsx';
import type { GalleryFrame } from '../../photo/photo.ts';
import { Paragraphs } from '../../rich-text/RichText.tsx';
import type { fact as factSchema } from '../../schema/content-values.ts';
import { proposalHref } from '../proposal-href.ts';
import type { SectionProps } from '../section.ts';
import styles from './Offer.module.css';
import type { offerSchema } from './schema.ts';

/** Successive offers on a page rotate through these layouts. */
const LAYOUTS = ['right', 'left', 'above', 'inset'] as const;

const BESIDE: GalleryFrame = { aspectRatio: 1, tabletAspectRatio: 4 / 5, maxHeightVh: 80 };

/** These frames must match `Offer.module.css`. */
const FRAMES: Record<(typeof LAYOUTS)[number], GalleryFrame> = {
  right: BESIDE,
  left: BESIDE,
  above: {
    aspectRatio: 2,
    maxHeightVh: 80,
    widthVw: 100,
  },
  inset: {
    aspectRatio: 4 / 5,
    widthVw: 40,
  },
};

/** One part of the offer: text and photos, in a layout that depends on its position. */
export default function Offer(props: SectionProps<typeof offerSchema>) {
  const { section, page, position } = props;
  const layout = LAYOUTS[position.nth % LAYOUTS.length] ?? 'right';
  return (
    <section className={styles.offer} {...position.attributes} data-layout={layout}>
      <div className={styles.photos}>
        <PhotoGallery
          page={page}
          photos={section.photos.map(page.photo)}
          label={section.heading}
          frame={FRAMES[layout]}
        />
      </div>
      <div className={styles.content}>
        <position.Heading className={styles.heading} id={position.headingId}>
          {section.heading}
        </position.Heading>
        <div className={styles.text}>
          <Paragraphs texts={section.paragraphs} />
        </div>
        <ul className={styles.facts}>
          {section.facts.map((fact) => {
            const key = typeof fact === 'string' ? fact : fact.text;
            return <FactLine key={key} fact={fact} site={page.site} />;
          })}
        </ul>
        {section.price && (
          <p className={styles.price}>
            <Price price={section.price} site={page.site} />
          </p>
        )}
        {section.proposal && (
          <ButtonLink variant="quiet" href={proposalHref(page, section.proposal.subject)}>
            {section.proposal.label}
            <span className="visually-hidden">{`: ${section.heading}`}</span>
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function FactLine(props: { fact: v.InferOutput<typeof factSchema>; site: Site }) {
  const { fact, site } = props;
  if (typeof fact === 'string') return <li>{fact}</li>;
  return (
    <li className={styles.priced}>
      <span>{fact.text}</span> <Price price={fact.price} site={site} />
    </li>
  );
}
