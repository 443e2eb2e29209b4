import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PageContext } from '../page-context.ts';
import type { Photo } from '../picture/photo.ts';
import { photoListOf } from '../picture/photo-list.ts';
import HeroCarousel from '../sections/hero/HeroCarousel.tsx';
import type { CarouselLabels } from './CarouselFrame.tsx';
import { PhotoGallery } from './PhotoGallery.tsx';

const labels: CarouselLabels = {
  region: 'Photos',
  carousel: 'diaporama',
  slide: 'photo',
  previous: 'Précédente',
  next: 'Suivante',
  pause: 'Arrêter',
  play: 'Reprendre',
  position: '{index} sur {count}',
  enlarge: 'Agrandir',
  goTo: 'Montrer {index}',
  dialog: 'En grand',
  pictureFailed: 'Pas de photo',
  close: 'Fermer',
};

function photos(count: number): Photo[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `photo-${index}`,
    alt: `Photo ${index}`,
    base: `/photos/photo-${index}`,
    full: { width: 1600, height: 1000, widths: [480, 960], fallbackWidth: 960 },
  }));
}

/** As at publishing: the others of a list are fetched. */
const photoList: PageContext['photoList'] = (all, startIndex) =>
  photoListOf(all, startIndex, () => '/photos/list-3fa9c1d2.json');
const { close, ...carousel } = labels;
const page = { photoList, messages: { carousel, shell: { close } } } as unknown as PageContext;

const gallery = (count: number, options: Partial<Parameters<typeof PhotoGallery>[0]> = {}) =>
  renderToString(
    <PhotoGallery page={page} photos={photos(count)} label="Chez nous" {...options} />,
  );

const hero = (count: number) =>
  renderToString(
    <HeroCarousel
      photos={photoList(photos(count))}
      labels={labels}
      sentence="À table"
      scrollLink="Voir"
      autoScrollDelayMs={10_000}
    />,
  );

const pictures = (html: string) => html.match(/<img /g)?.length ?? 0;

test('of 500 pictures the document of a hero holds the first, to be loaded before all else', () => {
  expect(pictures(hero(500))).toBe(1);
  expect(hero(500)).toContain('fetchPriority="high"');
});

test('the document holds the picture a gallery starts with, counted around the end', () => {
  expect(gallery(5, { startIndex: 3 })).toContain('aria-label="4 sur 5"');
  expect(gallery(5, { startIndex: -1 })).toContain('aria-label="5 sur 5"');
});

test('a list of 500 costs the document no more than one of 13', () => {
  expect(gallery(500).length - gallery(13).length).toBeLessThan(20);
  expect(hero(500).length - hero(13).length).toBeLessThan(20);
});

test('no style stands in the document: the policy forbids it', () => {
  expect(hero(5) + gallery(5, { showIndicators: true })).not.toContain('style=');
});

test('without pictures there is nothing, with one there is nothing to press', () => {
  expect(gallery(0)).not.toMatch(/<(?:img|button)/);
  expect(gallery(1, { noDialog: true, showIndicators: true }) + hero(1)).not.toContain('<button');
});

test('without script the other pictures of a gallery stand below the first, 12 at most', () => {
  const withoutScript = (count: number) =>
    /<noscript>(.*)<\/noscript>/s.exec(gallery(count))?.[1] ?? '';
  expect(pictures(withoutScript(5))).toBe(4);
  expect(pictures(withoutScript(500))).toBe(12);
  expect(withoutScript(5)).not.toContain('loading="eager"');
});
