import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { newSection } from './page-values.ts';

it.each(Object.keys(sectionKinds) as SectionKind[])('a new %s is right from the start', (kind) => {
  const section = newSection(kind, ['champagne'], ['menu.pdf']);
  expect(v.safeParse(sectionKinds[kind].schema, section).issues).toBeUndefined();
});
