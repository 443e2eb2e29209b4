import { expect, test } from 'vitest';
import { deniesVisits } from './visits-statement.ts';

test.each([
  'Verder: geen cookies, geen bezoekersstatistieken.',
  'We gebruiken geen Google Analytics.',
  'Bezoekers worden niet gevolgd.',
  'Nous ne tenons aucune statistique.',
  'Le site ne fait pas de statistiques.',
  'There are no cookies and no analytics.',
  'We keep no statistics.',
])('a text that denies statistics is recognized: %s', (text) => {
  expect(deniesVisits(text)).toBe(true);
});

test.each([
  'Er zijn geen cookies. Voor de statistieken bewaren we alleen aantallen.',
  'Nos statistiques ne contiennent aucune adresse.',
  'Il n’y a pas de cookie, et nos statistiques sont des nombres.',
  'There is no cookie, and our statistics are numbers.',
  '{!visitMonths}We houden geen statistieken bij.',
])('another text is not taken for a denial: %s', (text) => {
  expect(deniesVisits(text)).toBe(false);
});
