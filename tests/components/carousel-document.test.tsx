import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Carousel, type CarouselProps } from '../../site/carousel/Carousel.tsx';
import { Gallery } from '../../site/carousel/Gallery.tsx';
import { type SharedContent, SharedContentProvider } from '../../site/shared-content.tsx';
import { examplePhotos } from '../examples/example-photos.ts';

const read = (name: string) => parse(readFileSync(`content/${name}.yaml`, 'utf8'));
const shared: SharedContent = {
  company: read('company'),
  site: read('site'),
  messages: read('messages'),
};

function html(props: Partial<CarouselProps> & { count: number }) {
  const { count, ...rest } = props;
  return renderToString(
    <SharedContentProvider value={shared}>
      <Carousel photos={examplePhotos(count)} noDialog hideIndicators {...rest} />
    </SharedContentProvider>,
  );
}

const pictures = (rendered: string) => rendered.match(/<img /g)?.length ?? 0;

test('of 500 pictures the document holds the first', () => {
  const rendered = html({ count: 500, autoScrollDelayMs: 10_000 });
  expect(pictures(rendered)).toBe(1);
  expect(rendered).toContain('fetchPriority="high"');
});

test('the document holds the picture it starts with', () => {
  expect(html({ count: 5, startIndex: 3 })).toContain('aria-label="Foto 4 van 5"');
});

test('no style stands in the document: the policy forbids it', () => {
  expect(html({ count: 5, autoScrollDelayMs: 10_000, hideIndicators: false })).not.toContain(
    'style=',
  );
});

test('without pictures there is nothing, with one there is nothing to press', () => {
  expect(html({ count: 0 })).toBe('');
  expect(html({ count: 1, autoScrollDelayMs: 10_000 })).not.toContain('<button');
});

test('without script the other pictures of a gallery stand below the first', () => {
  const rendered = renderToString(
    <SharedContentProvider value={shared}>
      <Gallery photos={examplePhotos(5)} label="Over ons" />
    </SharedContentProvider>,
  );
  const [, withoutScript = ''] = /<noscript>(.*)<\/noscript>/s.exec(rendered) ?? [];
  expect(pictures(withoutScript)).toBe(4);
  expect(withoutScript).not.toContain('loading="eager"');
});
