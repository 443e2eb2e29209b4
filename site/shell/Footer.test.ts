import { expect, test } from 'vitest';
import type { Company } from '../content.ts';
import { privacyFrameUrl } from './Footer.tsx';

const company: Company = {
  sample: true,
  name: 'Zout & Peper',
  legalForm: 'VOF',
  slug: 'zout-en-peper',
  country: 'BE',
  areaServed: [],
  openingHours: [],
  postalAddresses: [
    { label: 'Keuken', street: 'Dreef 1 bus 2', postalCode: '0000', town: 'Zaaddonk' },
    { label: 'Schuur', street: 'Veld 3', postalCode: '0001', town: "'s-Bollebeek" },
  ],
  phone: '09 000 00 00',
  email: 'info+web@zout.example',
  vatNumber: 'BE 0000.000.000',
  court: 'RPR Zaaddonk',
};

test('a provider’s page gets the company’s facts, besides its own query', () => {
  const providerUrl = 'https://provider.example/privacy?lang=nl#top';
  const url = new URL(privacyFrameUrl(company, { page: '/privacy', providerUrl }));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    lang: 'nl',
    client: 'Zout & Peper',
    clientForm: 'VOF',
    address1: 'Dreef 1 bus 2, 0000 Zaaddonk',
    address2: "Veld 3, 0001 's-Bollebeek",
    phone: '09 000 00 00',
    email: 'info+web@zout.example',
  });
  expect(url.origin + url.pathname + url.hash).toBe('https://provider.example/privacy#top');
  const own = privacyFrameUrl(company, { page: '/privacy', providerUrl: '' });
  expect(own).toMatch(/^\/privacy\?client=Zout/);
});
