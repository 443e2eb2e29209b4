import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';
import { heroPreload, heroSizes, type Photo, TALL_MEDIA } from './photo.ts';

const photo: Photo = {
  id: 'champagne',
  alt: 'Gevulde glazen',
  base: '/photos/champagne-3fa9c1d2',
  full: { width: 1920, height: 1080, widths: [480, 1920], fallbackWidth: 1600 },
  tall: { width: 648, height: 1080, widths: [480, 648], fallbackWidth: 648 },
};

test('a hero preloads exactly what its picture offers in each window', () => {
  const sources = sourcesOf(
    <Picture photo={photo} sizes={heroSizes(photo)} crops={['tall', 'full']} priority />,
  ).filter((source) => source.type === 'image/avif');
  const preloads = heroPreload(photo);
  expect(preloads.map(({ media }) => media)).toEqual([TALL_MEDIA, `not all and ${TALL_MEDIA}`]);
  expect(preloads.map(({ imageSrcSet, imageSizes }) => [imageSrcSet, imageSizes])).toEqual(
    sources.map((source) => [source.srcSet, source.sizes]),
  );
  expect(sources.map((source) => source.media)).toEqual([TALL_MEDIA, undefined]);
});

test('a hero whose photo has no upright crop preloads the whole photo everywhere', () => {
  const { tall: _, ...wide } = photo;
  const markup = <Picture photo={wide} sizes={heroSizes(wide)} crops={['tall', 'full']} priority />;
  expect(sourcesOf(markup).map(({ type }) => type)).toEqual(['image/avif']);
  expect(heroPreload(wide)).toHaveLength(1);
  expect(heroPreload(wide)[0]?.media).toBeUndefined();
});

test('a hero asks for a photo wide enough to cover its height', () => {
  expect(heroSizes(photo)).toBe(
    '(max-width: 766.98px) max(100vw, 96vh), max(100vw, 178vh - 157px)',
  );
});

test('a picture in the layout keeps its own sizes, waits until it is near, and takes its place', () => {
  const html = renderToStaticMarkup(<Picture photo={photo} sizes="50vw" className="block" />);
  expect(html).not.toContain('-tall-');
  expect(html).not.toContain('style=');
  expect(html).toContain('sizes="50vw"');
  expect(html).toContain('loading="lazy"');
  expect(html).toMatch(/<img[^>]* alt="Gevulde glazen" width="1920" height="1080"/);
  expect(html).toMatch(/<img[^>]* class="block" data-photo="champagne"/);
});

test('the first picture of a page loads at once and first', () => {
  const html = renderToStaticMarkup(<Picture photo={photo} sizes="100vw" priority />);
  expect(html).toContain('loading="eager"');
  expect(html).toMatch(/fetchpriority="high"/i);
});

function sourcesOf(picture: React.ReactElement) {
  const html = renderToStaticMarkup(picture);
  return [...html.matchAll(/<source ([^>]*)\/>/g)].map(([, attributes = '']) => {
    const read = (name: string) => new RegExp(`${name}="([^"]*)"`, 'i').exec(attributes)?.[1];
    return {
      type: read('type'),
      media: read('media'),
      srcSet: read('srcset'),
      sizes: read('sizes'),
    };
  });
}
