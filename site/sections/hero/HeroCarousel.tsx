import { useState } from 'react';
import { Carousel, type CarouselLabels } from '../../carousel/Carousel.tsx';
import type { PictureOptions } from '../../photo/Picture.tsx';
import { heroSizes } from '../../photo/photo.ts';
import type { PhotoList } from '../../photo/photo-list.ts';
import { usePhotoList } from '../../photo/use-photo-list.ts';
import styles from './Hero.module.css';

interface HeroCarouselProps {
  photos: PhotoList;
  eyebrow?: string | undefined;
  sentence: string;
  scrollLink: string;
  /** How long each photo is shown (specification, section 9). */
  autoScrollDelayMs: number;
  labels: CarouselLabels;
}

const PICTURE: PictureOptions = {
  sizes: heroSizes,
  hasPriority: true,
  crops: ['tall', 'full'],
};

/**
 * A carousel with text over the photos, and without indicators or dialog (specification, section
 * 2).
 */
export default function HeroCarousel(props: HeroCarouselProps) {
  const { labels, autoScrollDelayMs } = props;
  const photos = usePhotoList(props.photos);
  const [index, setIndex] = useState(props.photos.start);
  return (
    <Carousel
      variant="hero"
      photos={photos}
      picture={PICTURE}
      index={index}
      setIndex={setIndex}
      label={labels.region}
      labels={labels}
      autoScrollDelayMs={autoScrollDelayMs}
      hideIndicators
    >
      <div className={styles.content}>
        {props.eyebrow && <p className={styles.eyebrow}>{props.eyebrow}</p>}
        <h1>{props.sentence}</h1>
        <a className={styles.pill} href="#scroll-content">
          <span>{props.scrollLink}</span>
          <svg className="line-icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 3v13m-5-5 5 5 5-5" />
          </svg>
        </a>
      </div>
    </Carousel>
  );
}
