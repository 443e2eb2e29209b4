import type { ComponentProps } from 'react';
import { carouselLabels } from '../../../site/carousel/Carousel.tsx';
import { PhotoGallery } from '../../../site/carousel/PhotoGallery.tsx';
import { Island } from '../../../site/island.tsx';
import type { IslandName } from '../../../site/islands.ts';
import type { PageContext } from '../../../site/page-context.ts';
import type { Photo } from '../../../site/picture/photo.ts';
import hero from '../../../site/sections/hero/Hero.module.css';
import HeroCarousel from '../../../site/sections/hero/HeroCarousel.tsx';
import type { ComponentState } from './component-states.ts';
import Dialogs from './Dialogs.tsx';

/** Default interval of a hero (specification, section 9). */
const HERO_MS = 10_000;

type Example =
  | { kind: 'hero'; count: number }
  | { kind: 'gallery'; count: number; options?: Partial<ComponentProps<typeof PhotoGallery>> }
  | { kind: 'dialogs'; count: 0 };

const EXAMPLES: Record<ComponentState, Example> = {
  'gallery-five': { kind: 'gallery', count: 5 },
  'gallery-without-dialog': { kind: 'gallery', count: 5, options: { noDialog: true } },
  'gallery-with-indicators': {
    kind: 'gallery',
    count: 4,
    options: { startIndex: 2, hideNavigation: true, showIndicators: true },
  },
  'hero-one': { kind: 'hero', count: 1 },
  'hero-many': { kind: 'hero', count: 500 },
  dialogs: { kind: 'dialogs', count: 0 },
};

/** Photos of the fixture; repeated if a state needs more. */
const PHOTOS = ['colline', 'riviere', 'soleil', 'foret', 'nuage', 'tuile'];

/** A component in one of its states. */
export function ComponentStateExample(props: { state: ComponentState; page: PageContext }) {
  const { state, page } = props;
  const example = EXAMPLES[state];
  const photos = repeat(PHOTOS.map(page.photo), example.count);
  const list = page.photoList(photos);
  const labels = carouselLabels(page.messages);
  switch (example.kind) {
    case 'hero': {
      const texts = { sentence: state, scrollLink: state };
      const props = { photos: list, labels, ...texts, autoScrollDelayMs: HERO_MS };
      return (
        <div className={hero.hero}>
          <Island name="HeroCarousel" component={HeroCarousel} props={props} />
        </div>
      );
    }
    case 'gallery':
      return <PhotoGallery page={page} photos={photos} label={state} {...example.options} />;
    case 'dialogs':
      return (
        // An island of the tests only, which `browser.ts` beside this file registers.
        <Island
          name={'Dialogs' as IslandName}
          component={Dialogs as never}
          props={{ closeLabel: page.messages.shell.close }}
        />
      );
  }
}

/** Repeats photos under unique names. */
function repeat(photos: Photo[], count: number): Photo[] {
  const rounds = Array.from({ length: Math.ceil(count / photos.length) }, (_, round) =>
    photos.map((photo) => (round === 0 ? photo : { ...photo, id: `${photo.id}-${round}` })),
  );
  return rounds.flat().slice(0, count);
}
