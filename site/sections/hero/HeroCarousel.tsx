import { CarouselFrame, type CarouselLabels } from '../../carousel/CarouselFrame.tsx';
import { useCarousel } from '../../carousel/use-carousel.ts';
import type { PictureOptions } from '../../picture/Picture.tsx';
import { heroSizes } from '../../picture/photo.ts';
import type { PhotoList } from '../../picture/photo-list.ts';
import { usePhotos } from '../../picture/use-photos.ts';
import { ScrollLink } from '../../scroll/ScrollLink.tsx';
import styles from './Hero.module.css';

interface HeroCarouselProps {
  photos: PhotoList;
  /** Short line above the sentence. */
  eyebrow?: string | undefined;
  sentence: string;
  scrollLink: string;
  /** How long each photo is shown (specification, section 9). */
  autoScrollDelayMs: number;
  labels: CarouselLabels;
}

const PICTURE: PictureOptions = { sizes: heroSizes, priority: true, crops: ['tall', 'full'] };

/**
 * Hero carousel: automatic, with arrows, without indicators or dialog, with text over the photos
 * (specification, section 2, 'Image carousel and gallery').
 */
export default function HeroCarousel(props: HeroCarouselProps) {
  const { labels, autoScrollDelayMs } = props;
  const photos = usePhotos(props.photos);
  const carousel = useCarousel({ photos, picture: PICTURE, autoScrollDelayMs });
  return (
    <CarouselFrame
      carousel={carousel}
      variant="hero"
      label={labels.region}
      labels={labels}
      hideIndicators
    >
      <div className={styles.words}>
        {props.eyebrow && <p className={styles.eyebrow}>{props.eyebrow}</p>}
        <h1>{props.sentence}</h1>
        <ScrollLink>{props.scrollLink}</ScrollLink>
      </div>
    </CarouselFrame>
  );
}
