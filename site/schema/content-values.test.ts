import * as v from 'valibot';
import { expect, test } from 'vitest';
import { apiBase, linkTarget, price, siteOrigin, webAddress } from './content-values.ts';

/** Valid and invalid values of each kind. */
const VALUES: Record<string, { schema: v.GenericSchema; right: unknown[]; wrong: unknown[] }> = {
  'address of the site': {
    schema: siteOrigin,
    right: ['https://maanzaad.be', 'http://localhost:3000'],
    wrong: [
      'maanzaad.be:3000',
      'ftp://maanzaad.be',
      'https://maanzaad.be/',
      'https://ik@maanzaad.be',
    ],
  },
  'address of the API': {
    schema: apiBase,
    right: ['/api', 'https://api.maanzaad.be', 'https://api.maanzaad.be:8443/v1/api'],
    wrong: [
      ...['/', '//api.maanzaad.be', '/\\api.maanzaad.be', '/api/', '/api?x=1', '/api/../x', 'api'],
      ...['https://api.maanzaad.be/api/', 'https://api.maanzaad.be/api?x=1'],
      ...['https://ik:geheim@api.maanzaad.be', 'ftp://api.maanzaad.be', 'api.maanzaad.be:3000'],
    ],
  },
  'web address': {
    schema: webAddress,
    right: ['https://school.be', 'https://privacy.maanzaad.be/nl?klant=3#top'],
    wrong: ['javascript:alert(1)', 'info:school', 'https:school.be', 'school.be:80', '/school'],
  },
  'link target': {
    schema: linkTarget,
    right: [
      ...['/feesten', '/feesten#recepties', '/info?betreft=x', '#aanbod', '/files/menu.pdf'],
      ...['https://school.be/x', 'mailto:a@b.be', 'tel:+3291234567'],
    ],
    wrong: [
      ...['feesten', '//elders.be', '/\\elders.be', 'javascript:alert(1)', 'http://school.be'],
      ...['#', 'data:text/html,x', 'https:school.be', 'https:// school.be'],
    ],
  },
  price: {
    schema: price,
    right: [0, 4.5, 12.35, 19.99, 28, 1234.1].map((amount) => ({ amount })),
    wrong: [-1, 4.505, Number.NaN, '4'].map((amount) => ({ amount })),
  },
};

test.each(Object.entries(VALUES))('a valid %s is accepted, an invalid one is not', (_, values) => {
  const { schema, right, wrong } = values;
  expect(right.filter((value) => !v.is(schema, value))).toEqual([]);
  expect(wrong.filter((value) => v.is(schema, value))).toEqual([]);
});
