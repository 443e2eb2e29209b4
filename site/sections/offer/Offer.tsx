import type * as v from 'valibot';
import { ButtonLink } from '../../button/Button.tsx';
import { carouselWords } from '../../carousel/carousel-words.tsx';
import Gallery from '../../carousel/Gallery.tsx';
import type { Site } from '../../content.ts';
import type { fact as factSchema } from '../../content-values.ts';
import { Island } from '../../island.tsx';
import { Price } from '../../price/Price.tsx';
import { proposalHref } from '../../proposal-link.ts';
import { Paragraphs } from '../Paragraphs.tsx';
import { type SectionProps, sectionAttributes } from '../section.ts';
import styles from './Offer.module.css';
import type { offerSchema } from './schema.ts';

/** One part of the offer: words on one side, photos on the other, in turn down a page. */
export default function Offer({ section, page, place }: SectionProps<typeof offerSchema>) {
  return (
    <section
      className={styles.offer}
      {...sectionAttributes(place)}
      data-photo-side={place.nth % 2 === 0 ? 'right' : 'left'}
    >
      <div className={styles.photos}>
        <Island
          name="Gallery"
          component={Gallery}
          props={{
            photos: section.photos.map(page.photo),
            label: section.heading,
            words: carouselWords(page.messages),
          }}
        />
      </div>
      <div className={styles.words}>
        <place.Heading className={styles.heading} id={place.headingId}>
          {section.heading}
        </place.Heading>
        <Paragraphs texts={section.paragraphs} />
        <ul className={styles.facts}>
          {section.facts.map((fact) => (
            <FactLine
              key={typeof fact === 'string' ? fact : fact.text}
              fact={fact}
              site={page.site}
            />
          ))}
        </ul>
        {section.price && (
          <p className={styles.price}>
            <Price price={section.price} site={page.site} />
          </p>
        )}
        {section.proposal && (
          <ButtonLink variant="quiet" href={proposalHref(page, section.proposal.subject)}>
            {section.proposal.label}
            <span className="visually-hidden">: {section.heading}</span>
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
