import type { Block } from '../../content.ts';
import type { Photo } from '../../picture/photo.ts';
import { proposalPath } from '../../routes.ts';
import { ButtonLink } from '../../button/Button.tsx';
import { Gallery } from '../../carousel/Gallery.tsx';
import styles from './Offer.module.css';

/** One part of the offer: words on one side, photos on the other; `photoSide` alternates down a page. */
export function OfferBlock(props: { block: Block; photos: Photo[]; photoSide: 'left' | 'right' }) {
  const { block } = props;
  return (
    <section
      className={styles.block}
      id={block.id}
      aria-labelledby={`${block.id}-heading`}
      data-photo-side={props.photoSide}
    >
      <div className={styles.photos}>
        <Gallery photos={props.photos} label={block.heading} />
      </div>
      <div className={styles.words}>
        <h2 id={`${block.id}-heading`}>{block.heading}</h2>
        {block.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <ul className={styles.facts}>
          {block.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <ButtonLink variant="quiet" href={proposalPath(block.proposal.subject)}>
          {block.proposal.link}
          <span className="visually-hidden">: {block.heading}</span>
        </ButtonLink>
      </div>
    </section>
  );
}
