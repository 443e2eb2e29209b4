import * as v from 'valibot';
import { expect, it } from 'vitest';
import { companySchema, siteSchema } from '../../../site/content.ts';
import { walkContent } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { newSection, repaired } from './use-page-context.ts';

const KNOWN = { photo: 'champagne', file: 'menu.pdf', subject: 'Receptie', link: '/info' };
const kinds = Object.keys(sectionKinds) as SectionKind[];

it.each(kinds)('a new %s can be written at once', (kind) => {
  const section = newSection(kind, KNOWN);
  expect(v.safeParse(sectionKinds[kind].schema, section).issues).toBeUndefined();
});

it.each(kinds)('a new %s has no text that could go online unseen', (kind) => {
  const { schema } = sectionKinds[kind];
  const invented: string[] = [];
  walkContent(schema, newSection(kind, KNOWN), (value, described) => {
    const isText = described.type === 'string' && !v.getMetadata(described).reference;
    if (typeof value === 'string' && isText && !isPlaceholder(value)) invented.push(value);
  });
  expect(invented).toEqual([]);
});

it.each([companySchema, siteSchema])('a file with mistakes keeps what is right', (schema) => {
  const wrong = Object.fromEntries(Object.keys(schema.entries).map((key) => [key, { oops: 1 }]));
  expect(v.is(schema, repaired(schema, wrong))).toBe(true);
  expect(v.is(schema, repaired(schema, undefined))).toBe(true);
  expect(repaired(companySchema, { ...wrong, name: 'Mésange' }).name).toBe('Mésange');
});
