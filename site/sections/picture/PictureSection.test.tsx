import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { content } from '../../../tests/support/site.ts';
import { pageContext } from '../../page-context.ts';
import type { Photo } from '../../picture/photo.ts';
import { placeOf } from '../section-place.ts';
import PictureSection from './PictureSection.tsx';
import { pictureSchema } from './schema.ts';

const PHOTO: Photo = {
  id: 'table',
  alt: 'Une table mise.',
  base: '/photos/table',
  full: { width: 1600, height: 1000, widths: [960, 1600], fallbackWidth: 1280 },
  tall: { width: 600, height: 1000, widths: [600], fallbackWidth: 600 },
};

function picture(caption?: string): string {
  const [page] = content.pages;
  if (!page) throw new Error('The fixture has no page');
  const resources = {
    photos: new Map([['table', PHOTO]]),
    files: new Map(),
    logo: { large: '', small: '', mark: '' },
  };
  const section = v.parse(pictureSchema, { kind: 'picture', photo: 'table', caption });
  const place = placeOf([{ kind: 'text' }, { kind: 'picture' }], 1);
  return renderToStaticMarkup(
    <PictureSection section={section} page={pageContext(page, content, resources)} place={place} />,
  );
}

test('a picture says how wide it stands, so that no more is fetched, and what it shows', () => {
  const html = picture();
  expect(html).toContain('alt="Une table mise."');
  // Upright on a phone; else as wide as the window, or wider where the frame cuts its sides.
  expect(html).toMatch(/<source[^>]*portrait[^>]*table-tall-600\.avif 600w" sizes="100vw"/);
  expect(html).toContain('sizes="(max-width: 991.98px) max(100vw, min(120vw, 134vh)), 100vw"');
  expect(html).toContain('loading="lazy"');
});

test('a caption names it, and without one nothing does but the picture itself', () => {
  expect(picture()).not.toMatch(/figcaption|aria-labelledby/);
  const html = picture('La colline, *en mai*.');
  expect(html).toContain('aria-labelledby="picture-2"');
  expect(html).toMatch(/<figcaption[^>]* id="picture-2">La colline, <em>en mai<\/em>\./);
});
