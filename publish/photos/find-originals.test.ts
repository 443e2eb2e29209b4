import { expect, test } from 'vitest';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import { contentOf } from '../../tests/support/site.ts';
import { findOriginals } from './find-originals.ts';

test('knows which photos a phone shows upright, and which of them it waits for', async () => {
  const content = await contentOf(FIXTURE_CONTENT_DIR);
  const originals = await findOriginals(FIXTURE_CONTENT_DIR, content);
  expect(originals.map(({ id }) => id).sort()).toEqual(Object.keys(content.photos).sort());
  const sections = content.pages.flatMap((page) => page.sections);
  const heroes = sections.flatMap((section) => (section.kind === 'hero' ? [section.photos] : []));
  const pictures = sections.flatMap((section) => (section.kind === 'picture' ? section.photo : []));
  const idsOf = (found: typeof originals) => new Set(found.map(({ id }) => id));
  expect(idsOf(originals.filter(({ tallFocus }) => tallFocus))).toEqual(
    new Set([...heroes.flat(), ...pictures]),
  );
  expect(idsOf(originals.filter(({ isAwaited }) => isAwaited))).toEqual(
    new Set(heroes.map(([first]) => first)),
  );
});
