import {
  type Dispatch,
  type DOMAttributes,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { fillIn } from '../../release/text.ts';
import { prefersReducedMotion } from '../browser/scroll.ts';
import type { Messages } from '../content/content.ts';
import { decodePicture, type PictureOptions } from '../photo/Picture.tsx';
import { placeholderProperties } from '../photo/photo.ts';
import type { LoadablePhotos } from '../photo/use-photo-list.ts';
import styles from './Carousel.module.css';
import { Slides, useCrossFade } from './Slides.tsx';
import { MOVABLE, useArrowKeys } from './use-arrow-keys.ts';
import { useAutoAdvance } from './use-auto-advance.ts';
import { useSwipe } from './use-swipe.ts';

export type CarouselLabels = Messages['carousel'] & Pick<Messages['shell'], 'close'>;

/** Only the texts that a carousel needs, because its props are part of the document. */
export function carouselLabels({ carousel, shell }: Messages): CarouselLabels {
  return { ...carousel, close: shell.close };
}

interface CarouselProps {
  /** Fills its parent, keeps a fixed aspect ratio, or shows whole photos. */
  variant: 'hero' | 'gallery' | 'dialog';
  photos: LoadablePhotos;
  picture: PictureOptions;
  /** Index of the requested photo, which is shown once it has loaded. */
  index: number;
  setIndex: Dispatch<SetStateAction<number>>;
  label: string;
  labels: CarouselLabels;
  /** Time between automatic changes. Default: 0, which disables them. */
  autoScrollDelayMs?: number;
  hideNavigation?: boolean | undefined;
  hideIndicators?: boolean | undefined;
  /** If present, the photo is a button that calls this. */
  onEnlarge?: (() => void) | undefined;
  /** Handlers of that button that preload the dialog. */
  enlargeHandlers?: Pick<DOMAttributes<Element>, 'onPointerEnter' | 'onFocus'>;
  /** Why the photo could not be enlarged. */
  problem?: string;
  /** Text over the photo. */
  children?: ReactNode;
}

const STEPS = [
  {
    name: 'previous',
    step: -1,
    icon: 'm14.5 5-7 7 7 7',
  },
  {
    name: 'next',
    step: 1,
    icon: 'm9.5 5 7 7-7 7',
  },
] as const;

const PLAY = 'M8.5 5.5v13l10-6.5z';
const PAUSE = 'M9 6v12M15 6v12';

/** The WAI-ARIA carousel pattern. Only a change by the visitor is announced. */
export function Carousel(props: CarouselProps) {
  const { photos, picture, index, setIndex, variant, labels, onEnlarge } = props;
  const { autoScrollDelayMs = 0 } = props;
  const { count } = photos;
  const frame = useRef<HTMLDivElement>(null);
  const [isMovedByVisitor, setIsMovedByVisitor] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => setIsPaused(prefersReducedMotion()), []);

  const load = async (wanted: number) => {
    const photo = await photos.load(wanted);
    return photo !== undefined && decodePicture(photo, picture);
  };
  const { shown, leaving, endFade } = useCrossFade(index, load);
  const indexAfter = (current: number, step: number) => (current + step + count) % count;
  const moveTo: typeof setIndex = (next) => {
    setIsMovedByVisitor(true);
    setIndex(next);
  };
  const move = (step: 1 | -1) => moveTo((current) => indexAfter(current, step));
  const prepare = (step: number) => void load(indexAfter(index, step));
  /** @returns whether that photo could be loaded; if not, the present one stays */
  const advance = async (step: number) => {
    const next = indexAfter(index, step);
    if (!(await load(next))) return false;
    setIsMovedByVisitor(false);
    // The visitor may have moved meanwhile.
    setIndex((current) => (current === index ? next : current));
    return true;
  };
  const swipe = useSwipe(move);
  useArrowKeys(frame, move);

  const hasSeveralPhotos = count > 1;
  const interaction = hasSeveralPhotos ? { ...swipe, [MOVABLE]: true } : {};
  const advances = autoScrollDelayMs > 0 && hasSeveralPhotos;
  useAutoAdvance(frame, {
    delayMs: autoScrollDelayMs,
    isRunning: advances && !isPaused && index === shown,
    shown,
    count,
    prepare,
    advance,
  });

  const shownPhoto = photos.at(shown);
  const hasText = props.children !== undefined;
  const drift = isPaused ? 'paused' : 'running';
  const live = isMovedByVisitor ? 'polite' : 'off';
  const position = (at: number) => fillIn(labels.position, { index: at + 1, count });
  const announcement = () => {
    const alt = photos.at(index)?.alt ?? '';
    return `${position(index)}. ${alt}`;
  };
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-variant={variant}
      data-text-on={hasText ? shownPhoto?.id : undefined}
      style={hasText ? placeholderProperties(shownPhoto?.placeholder) : undefined}
      {...interaction}
    >
      {props.children}
      <section
        className={styles.region}
        // A single photo is not a carousel.
        aria-roledescription={hasSeveralPhotos ? labels.carousel : undefined}
        aria-label={hasSeveralPhotos ? props.label : undefined}
      >
        {hasSeveralPhotos && (
          <div className={styles.controls} data-variant={variant}>
            {advances && (
              <button
                type="button"
                className={styles.control}
                aria-label={isPaused ? labels.play : labels.pause}
                onClick={() => setIsPaused(!isPaused)}
              >
                <Icon path={isPaused ? PLAY : PAUSE} />
              </button>
            )}
            {!props.hideNavigation &&
              STEPS.map(({ name, step, icon }) => (
                <button
                  key={name}
                  type="button"
                  className={styles.control}
                  data-side={name}
                  aria-label={labels[name]}
                  onClick={() => move(step)}
                  onPointerEnter={() => prepare(step)}
                >
                  <Icon path={icon} />
                </button>
              ))}
          </div>
        )}
        <Slides
          photos={photos}
          picture={picture}
          shown={shown}
          leaving={leaving}
          endFade={endFade}
          drift={variant === 'hero' && advances ? drift : undefined}
          position={position}
          labels={labels}
        />
        {onEnlarge && (
          <button
            type="button"
            className={styles.enlarge}
            aria-label={labels.enlarge}
            aria-haspopup="dialog"
            {...props.enlargeHandlers}
            onClick={(event) => {
              // Safari does not focus a clicked button, and the dialog returns the focus to it.
              event.currentTarget.focus({ preventScroll: true });
              onEnlarge();
            }}
          />
        )}
        {onEnlarge && (
          <p className={styles.problem} role="status">
            {props.problem}
          </p>
        )}
        {hasSeveralPhotos && !props.hideIndicators && (
          <div className={styles.indicators}>
            {Array.from({ length: count }, (_, to) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is what the button shows
                key={to}
                type="button"
                className={styles.indicator}
                aria-label={fillIn(labels.goTo, { index: to + 1 })}
                aria-current={to === index || undefined}
                onClick={() => moveTo(to)}
              />
            ))}
          </div>
        )}
        {hasSeveralPhotos && (
          <p className="visually-hidden" aria-live={live} aria-atomic>
            {isMovedByVisitor && announcement()}
          </p>
        )}
      </section>
    </div>
  );
}

function Icon({ path }: { path: string }): ReactNode {
  return (
    <svg className="line-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
