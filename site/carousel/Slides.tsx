import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { afterAnimations } from '../dialog/after-animations.ts';
import { Picture, type PictureOptions } from '../photo/Picture.tsx';
import type { Photo } from '../photo/photo.ts';
import type { LoadablePhotos } from '../photo/use-photo-list.ts';
import type { CarouselLabels } from './Carousel.tsx';
import styles from './Slides.module.css';

interface VisibleSlides {
  shown: number;
  /** The photo that fades out below `shown`; undefined outside a cross-fade. */
  leaving?: number | undefined;
}

interface CrossFade extends VisibleSlides {
  endFade: () => void;
}

/**
 * A photo is loaded before it is shown, and a cross-fade ends before the next one starts, so at
 * most two photos are in the DOM.
 */
export function useCrossFade(index: number, load: (index: number) => Promise<unknown>): CrossFade {
  const [slides, setSlides] = useState<VisibleSlides>({ shown: index });
  const { shown, leaving } = slides;
  const onWanted = useEffectEvent(load);
  useEffect(() => {
    if (index === shown || leaving !== undefined) return;
    let isWanted = true;
    void onWanted(index).then(() => {
      if (isWanted) setSlides({ shown: index, leaving: shown });
    });
    return () => {
      isWanted = false;
    };
  }, [index, shown, leaving]);
  return { shown, leaving, endFade: () => setSlides({ shown }) };
}

interface SlidesProps extends CrossFade {
  photos: LoadablePhotos;
  picture: PictureOptions;
  /** Whether photos zoom in slowly while they are shown. */
  drift: 'running' | 'paused' | undefined;
  /** 'Foto 2 van 5' */
  position: (index: number) => string;
  labels: CarouselLabels;
}

/** The current photo; during a cross-fade, the previous one below it. */
export function Slides(props: SlidesProps) {
  const { photos, picture, shown, leaving, drift, position, labels } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [first] = useState(shown);
  const endFade = useEffectEvent(props.endFade);
  useEffect(() => {
    const slide = ref.current?.querySelector('[data-role="shown"]');
    if (leaving === undefined || !slide) return;
    return afterAnimations(slide, () => endFade());
  }, [leaving]);
  const isFading = leaving !== undefined;
  /** Several photos are slides (WAI-ARIA, 'Carousel'); one is just a photo. */
  const roleOf = (index: number) =>
    photos.count > 1 && {
      role: 'group',
      'aria-roledescription': labels.slide,
      'aria-label': position(index),
    };
  const indexes = isFading ? [leaving, shown] : [shown];
  return (
    <div
      ref={ref}
      className={styles.slides}
      data-fit={picture.fit}
      data-fading={isFading || undefined}
      data-drift={drift}
    >
      {indexes.map((index) => (
        <div
          key={index}
          className={styles.slide}
          data-role={index === shown ? 'shown' : 'leaving'}
          {...roleOf(index)}
          aria-hidden={index === shown ? undefined : true}
        >
          <SlidePhoto
            // The key differs for each photo, because another one may be shown where one has
            // failed.
            key={photos.at(index)?.base}
            photo={photos.at(index)}
            picture={picture}
            isFirst={index === first}
            failure={labels.pictureFailed}
          />
        </div>
      ))}
    </div>
  );
}

interface SlidePhotoProps {
  /** Undefined if the photo list could not be fetched. */
  photo: Photo | undefined;
  picture: PictureOptions;
  /** The document contains the first photo; the others are decoded before they are shown. */
  isFirst: boolean;
  failure: string;
}

/** Shows a photo, or a text if the photo cannot be loaded. */
function SlidePhoto({ photo, picture, isFirst, failure }: SlidePhotoProps) {
  const ref = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    // The image may have failed before hydration. In a hidden frame a good one has no width either.
    const { current: image } = ref;
    if (image?.complete && image.naturalWidth === 0) image.decode().catch(() => setHasFailed(true));
  }, []);
  if (!photo || hasFailed) {
    return (
      <div className={styles.failed}>
        {photo && <p className={styles.failedAlt}>{photo.alt}</p>}
        <p>{failure}</p>
      </div>
    );
  }
  return (
    <Picture
      ref={ref}
      photo={photo}
      sizes={picture.sizes(photo)}
      hasPriority={picture.hasPriority && isFirst}
      isDecoded={!isFirst}
      crops={picture.crops}
      onError={() => setHasFailed(true)}
    />
  );
}
