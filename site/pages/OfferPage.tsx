import { Hero } from '../sections/hero/Hero.tsx';
import { OfferBlock } from '../sections/offer/Offer.tsx';
import { Seeds } from '../seeds/Seeds.tsx';
import type { ContentOf } from '../page-data.ts';
import styles from './OfferPage.module.css';

/** Parties (feesten) and receptions (bedrijfsfeest): an introduction, then the offer block by block. */
export default function OfferPage(props: { content: ContentOf<'feesten' | 'bedrijfsfeest'> }) {
  const { copy, heroPhotos, photos } = props.content;
  return (
    <>
      <Hero photos={heroPhotos} {...copy.hero} />
      <section className={styles.intro} id="scroll-content" aria-labelledby="aanbod" tabIndex={-1}>
        <h2 id="aanbod">{copy.intro.heading}</h2>
        {copy.intro.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Seeds />
      </section>
      {copy.blocks.map((block, index) => (
        <OfferBlock
          key={block.id}
          block={block}
          photos={block.photos.flatMap((id) => photos[id] ?? [])}
          photoSide={index % 2 === 0 ? 'right' : 'left'}
        />
      ))}
    </>
  );
}
