import { expect, test } from 'vitest';
import { SUBJECT_FIELD } from '../../enquiry/fields.ts';
import { content } from '../../tests/support/content/fixture-site.ts';
import { sectionKinds } from '../sections/section-kinds.ts';
import { styleGuidePages } from './style-guide-pages.ts';

test('the style guide shows every kind with and without options and with long texts', () => {
  const pages = styleGuidePages(content, ['menu.pdf']);
  const sections = pages.flatMap((page) => page.sections);
  expect(new Set(sections.map(({ kind }) => kind))).toEqual(new Set(Object.keys(sectionKinds)));
  const subject = content.messages.options[SUBJECT_FIELD][0];
  const offers = sections.filter((section) => section.kind === 'offer');
  expect(offers.map((offer) => offer.price !== undefined)).toEqual([true, false, true]);
  const [usual, , long] = offers.map((offer) => offer.heading.length);
  expect(long).toBeGreaterThan(Number(usual) * 2);
  expect(offers.flatMap((offer) => offer.proposal?.subject ?? [])).toEqual([subject, subject]);
});
