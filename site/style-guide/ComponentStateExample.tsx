import { carouselWords } from '../carousel/carousel-words.tsx';
import Gallery, { type GalleryProps } from '../carousel/Gallery.tsx';
import { Island } from '../island.tsx';
import type { PageContext } from '../page-context.ts';
import type { Photo } from '../picture/photo.ts';
import hero from '../sections/hero/Hero.module.css';
import HeroCarousel from '../sections/hero/HeroCarousel.tsx';
import type { ComponentState } from './component-states.ts';

/** Interval of a hero by default (specification, section 9). */
const HERO_MS = 10_000;

type Example =
  | { kind: 'hero'; count: number }
  | ({ kind: 'gallery'; count: number } & Omit<Partial<GalleryProps>, 'photos' | 'words'>);

const EXAMPLES: Record<ComponentState, Example> = {
  'gallery-none': { kind: 'gallery', count: 0 },
  'gallery-one': { kind: 'gallery', count: 1 },
  'gallery-two': { kind: 'gallery', count: 2 },
  'gallery-many': { kind: 'gallery', count: 60 },
  'gallery-third': { kind: 'gallery', count: 5, startIndex: 2 },
  'gallery-without-dialog': { kind: 'gallery', count: 5, noDialog: true },
  'gallery-with-indicators': {
    kind: 'gallery',
    count: 4,
    startIndex: 2,
    hideNavigation: true,
    showIndicators: true,
  },
  'hero-one': { kind: 'hero', count: 1 },
  'hero-many': { kind: 'hero', count: 500 },
};

/**
 * A component in one of its states.
 *
 * @param photos names of at least one, shown again and again where a state needs more
 */
export function ComponentStateExample(props: {
  state: ComponentState;
  page: PageContext;
  photos: string[];
}) {
  const { state, page } = props;
  const { kind, count, ...more } = EXAMPLES[state];
  const photos = repeat(props.photos.map(page.photo), count);
  const words = carouselWords(page.messages);
  return (
    <div className={kind === 'hero' ? hero.hero : undefined}>
      {kind === 'hero' ? (
        <Island
          name="HeroCarousel"
          component={HeroCarousel}
          props={{ photos, words, sentence: state, scrollLink: state, autoScrollDelayMs: HERO_MS }}
        />
      ) : (
        <Island
          name="Gallery"
          component={Gallery}
          props={{ photos, words, label: state, ...more }}
        />
      )}
    </div>
  );
}

/** As many photos as asked for, none of them twice under one name. */
function repeat(photos: Photo[], count: number): Photo[] {
  const rounds = Array.from({ length: Math.ceil(count / photos.length) }, (_, round) =>
    photos.map((photo) => (round === 0 ? photo : { ...photo, id: `${photo.id}-${round}` })),
  );
  return rounds.flat().slice(0, count);
}
