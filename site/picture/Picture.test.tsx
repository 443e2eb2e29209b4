import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';
import { gallerySizes, heroPreload, heroSizes, type Photo, wholeSizes } from './photo.ts';

const shaped = (width: number, height: number): Photo => ({
  id: 'champagne',
  alt: 'Gevulde glazen',
  base: '/photos/champagne-3fa9c1d2',
  full: { width, height, widths: [480, width], fallbackWidth: width },
});
const wide = shaped(1920, 1080);
const withTall: Photo = {
  ...wide,
  tall: { width: 648, height: 1080, widths: [480, 648], fallbackWidth: 648 },
};

test.each([
  ['with an upright crop', withTall, 2],
  ['without one', wide, 1],
])('a hero %s preloads exactly what its picture offers in each window', (_name, photo, count) => {
  const html = renderToStaticMarkup(
    <Picture photo={photo} sizes={heroSizes(photo)} crops={['tall', 'full']} priority />,
  );
  const sources = [...html.matchAll(/<source type="image\/avif"([^>]*)\/>/g)].map(
    ([, attributes = '']) => {
      const read = (name: string) => new RegExp(`${name}="([^"]*)"`, 'i').exec(attributes)?.[1];
      return [read('srcset'), read('sizes')];
    },
  );
  const preloads = heroPreload(photo);
  expect(preloads).toHaveLength(count);
  expect(preloads.map(({ imageSrcSet, imageSizes }) => [imageSrcSet, imageSizes])).toEqual(sources);
});

test('a photo wider than the frame of its gallery is laid out wider than the frame', () => {
  const sizes = gallerySizes(shaped(1600, 1000), { shape: 6 / 5 });
  expect(sizes).toBe('(max-width: 991.98px) 120vw, 67vw');
});

test('one that is more upright is as wide as the frame', () => {
  const sizes = gallerySizes(shaped(900, 1200), { shape: 1 });
  expect(sizes).toBe('(max-width: 991.98px) 100vw, 50vw');
});

test('a frame that is never higher than a part of the window asks for no more', () => {
  expect(gallerySizes(wide, { shape: 1, maxHeightVh: 80 })).toBe(
    '(max-width: 991.98px) max(100vw, min(133vw, 142vh)), max(50vw, min(89vw, 142vh))',
  );
});

test('a photo shown whole is no wider than the window, and no wider than its height allows', () => {
  expect(wholeSizes(shaped(900, 1200))).toBe('min(100vw, 75vh)');
});
