import { describe, expect, test } from 'vitest';
import type { Company, Site } from '../content.ts';
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

const provider = (providerUrl: string): Site['privacy'] => ({ page: '/privacy', providerUrl });

describe('privacyFrameUrl', () => {
  test('hands the company’s facts to the provider under the names it reads', () => {
    const url = new URL(privacyFrameUrl(company, provider('https://provider.example/privacy')));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client: 'Zout & Peper',
      clientForm: 'VOF',
      address1: 'Dreef 1 bus 2, 0000 Zaaddonk',
      address2: "Veld 3, 0001 's-Bollebeek",
      phone: '09 000 00 00',
      email: 'info+web@zout.example',
    });
    expect(url.origin + url.pathname).toBe('https://provider.example/privacy');
  });

  test('keeps what the provider’s address asks for already', () => {
    const url = new URL(
      privacyFrameUrl(company, provider('https://provider.example/?lang=nl#top')),
    );
    expect(url.searchParams.get('lang')).toBe('nl');
    expect(url.searchParams.get('client')).toBe('Zout & Peper');
    expect(url.hash).toBe('#top');
  });

  test('leads to our own page when no provider is named', () => {
    expect(privacyFrameUrl(company, provider(''))).toMatch(/^\/privacy\?client=Zout/);
  });
});
