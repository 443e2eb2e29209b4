import * as v from 'valibot';
import { beforeAll, expect, it, vi } from 'vitest';
import { walkContent } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { isPlaceholder } from '../../values.ts';
import { EMPTY_STATE } from '../content/state.ts';
import { queryClient, show } from '../content/store.ts';
import { newSection } from './Sections.tsx';

const kinds = Object.keys(sectionKinds) as SectionKind[];

beforeAll(() => {
  vi.stubGlobal('localStorage', { removeItem() {} });
  const page = { path: '/info', title: 'Info', description: '', sections: [] };
  const files = { 'photos/photos.yaml': { champagne: {} }, 'pages/info.yaml': page };
  show({ content: { ...EMPTY_STATE, files } });
  queryClient.setQueryData(['GET /api/files'], [{ name: 'menu.pdf' }]);
});

it.each(kinds)('a new %s is valid', (kind) => {
  const section = newSection(kind);
  expect(v.safeParse(sectionKinds[kind].schema, section).issues).toBeUndefined();
});

it.each(kinds)('a new %s contains placeholders only', (kind) => {
  const { schema } = sectionKinds[kind];
  const invented: string[] = [];
  walkContent(schema, newSection(kind), (value, described) => {
    const isText = described.type === 'string' && !v.getMetadata(described).reference;
    if (typeof value === 'string' && isText && !isPlaceholder(value)) invented.push(value);
  });
  expect(invented).toEqual([]);
});
