import { CarouselFrame } from '../../carousel/CarouselFrame.tsx';
import { type CarouselWords, CarouselWordsProvider } from '../../carousel/carousel-words.tsx';
import { useCarousel } from '../../carousel/use-carousel.ts';
import { heroSizes } from '../../picture/photo.ts';
import type { PhotoList } from '../../picture/photo-list.ts';
import { usePhotos } from '../../picture/use-photos.ts';
import { ScrollLink } from '../../scroll/ScrollLink.tsx';
import styles from './Hero.module.css';

export interface HeroCarouselProps {
  photos: PhotoList;
  /** Above the sentence: what the house does, for whom, where. */
  eyebrow?: string | undefined;
  sentence: string;
  scrollLink: string;
  /** How long a photo stays, in milliseconds (specification, section 9). */
  autoScrollDelayMs: number;
  words: CarouselWords;
}

/**
 * Hero carousel: it advances by itself, with arrows and without indicators or dialog; words over the
 * photos (specification, section 2, 'Image carousel and gallery').
 */
export default function HeroCarousel(props: HeroCarouselProps) {
  const { words } = props;
  const photos = usePhotos(props.photos);
  const engine = useCarousel({
    count: photos.count,
    autoScrollDelayMs: props.autoScrollDelayMs,
  });
  return (
    <CarouselWordsProvider words={words}>
      <CarouselFrame
        engine={engine}
        photos={photos}
        look={{ sizes: heroSizes, priority: true, crops: ['tall', 'full'] }}
        variant="hero"
        label={words.region}
        hideIndicators
      >
        <div className={styles.words}>
          {props.eyebrow && <p className={styles.eyebrow}>{props.eyebrow}</p>}
          <h1>{props.sentence}</h1>
          <ScrollLink>{props.scrollLink}</ScrollLink>
        </div>
      </CarouselFrame>
    </CarouselWordsProvider>
  );
}
