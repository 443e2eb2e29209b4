import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import { walkContent } from '../../../site/schema/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/section-kinds.ts';
import { EMPTY_STATE } from '../draft/state.ts';
import { queryClient, update } from '../store/app-store.ts';
import { newSection, sectionNameOf } from './sections.ts';

const kinds = Object.keys(sectionKinds) as SectionKind[];

beforeAll(() => {
  const page = { path: '/info', title: 'Info', description: '', sections: [] };
  const values = { 'photos/photos.yaml': { champagne: {} }, 'pages/info.yaml': page };
  const files = Object.fromEntries(
    Object.entries(values).map(([path, value]) => {
      return [path, { saved: { path, hash: '', value }, sent: null, unsent: [], value }];
    }),
  );
  update({ content: { ...EMPTY_STATE, files } });
  queryClient.setQueryData(['GET /api/files'], [{ name: 'menu.pdf' }]);
});

test.each(kinds)('a new %s is valid', (kind) => {
  const section = newSection(kind);
  expect(v.safeParse(sectionKinds[kind].schema, section).issues).toBeUndefined();
});

test.each(kinds)('a new %s contains placeholders only', (kind) => {
  const { schema } = sectionKinds[kind];
  const invented: string[] = [];
  walkContent(schema, newSection(kind), (value, described) => {
    const isText = described.type === 'string' && !v.getMetadata(described).reference;
    if (typeof value === 'string' && isText && !isPlaceholderText(value)) invented.push(value);
  });
  expect(invented).toEqual([]);
});

test('a photo is called by its caption, or else by what it shows', () => {
  const files = { 'photos/photos.yaml': { barn: { alt: 'De schuur bij avond' } } };
  const section = { kind: 'picture' as const, photo: 'barn' };
  expect(sectionNameOf({ ...section, caption: 'Een zaterdag in mei.' }, files)).toBe(
    'Een zaterdag in mei.',
  );
  expect(sectionNameOf(section, files)).toBe('De schuur bij avond');
  expect(sectionNameOf({ ...section, photo: 'gone' }, files)).toBe('Brede foto');
});
