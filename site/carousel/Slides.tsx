import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fillIn } from '../../enquiry/text.ts';
import { afterAnimations } from '../dialog/after-animations.ts';
import { Picture, type PictureOptions } from '../picture/Picture.tsx';
import type { Photo } from '../picture/photo.ts';
import type { CarouselLabels } from './CarouselFrame.tsx';
import styles from './Slides.module.css';
import type { Carousel } from './use-carousel.ts';

/** The current photo and, during a cross-fade, the previous one below it. */
export function Slides(props: {
  carousel: Carousel;
  labels: CarouselLabels;
  /** Whether photos zoom in slowly while they are shown. */
  drift: boolean;
}) {
  const { carousel, labels, drift } = props;
  const { photos, picture, shown, leaving, paused } = carousel;
  const ref = useRef<HTMLDivElement>(null);
  const endFade = useEffectEvent(carousel.endFade);
  useEffect(() => {
    const slide = ref.current?.querySelector('[data-role="shown"]');
    if (leaving === undefined || !slide) return;
    return afterAnimations(slide, () => endFade());
  }, [leaving]);
  const onPage = leaving === undefined || leaving === shown ? [shown] : [leaving, shown];
  return (
    <div
      ref={ref}
      className={styles.slides}
      data-fit={picture.fit}
      data-fading={leaving !== undefined || undefined}
      data-drift={drift ? (paused ? 'paused' : 'running') : undefined}
    >
      {onPage.map((index) => (
        <Slide
          key={index}
          photo={photos.at(index)}
          isShown={index === shown}
          isFirst={index === carousel.startIndex}
          picture={picture}
          position={fillIn(labels.position, { index: index + 1, count: photos.count })}
          labels={labels}
        />
      ))}
    </div>
  );
}

interface SlideProps {
  /** Undefined if the photo list could not be fetched. */
  photo: Photo | undefined;
  isShown: boolean;
  /** The first photo is part of the document; the others are decoded before they are shown. */
  isFirst: boolean;
  picture: PictureOptions;
  position: string;
  labels: CarouselLabels;
}

/** One photo in its place, or the placeholder of one that failed. */
function Slide({ photo, isShown, isFirst, picture, position, labels }: SlideProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    // The image may have failed before hydration.
    const image = ref.current?.querySelector('img');
    if (image?.complete && image.naturalWidth === 0) setHasFailed(true);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group, as the WAI-ARIA pattern says; no fieldset
    <div
      ref={ref}
      className={styles.slide}
      data-role={isShown ? 'shown' : 'leaving'}
      role="group"
      aria-roledescription={labels.slide}
      aria-label={position}
      aria-hidden={isShown ? undefined : true}
    >
      {!photo || hasFailed ? (
        <div className={styles.failed}>
          {photo && <p className={styles.failedAlt}>{photo.alt}</p>}
          <p>{labels.pictureFailed}</p>
        </div>
      ) : (
        <Picture
          photo={photo}
          className={styles.picture}
          sizes={picture.sizes(photo)}
          priority={picture.priority && isFirst}
          decoded={!isFirst}
          crops={picture.crops}
          onError={() => setHasFailed(true)}
        />
      )}
    </div>
  );
}
