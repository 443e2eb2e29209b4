import { expect, test } from 'vitest';
import { content } from '../../tests/support/content/fixture-site.ts';
import { privacyFrameUrl } from './Footer.tsx';

const [address] = content.company.postalAddresses;
const company = {
  ...content.company,
  name: 'Sel & Poivre',
  postalAddresses: address ? [address, { ...address, street: 'Rue 1 bte 2' }] : [],
};

test('a provider’s page gets the company’s facts besides its own query', () => {
  const providerUrl = 'https://provider.example/privacy?lang=nl#top';
  const url = new URL(privacyFrameUrl(company, { page: '/privacy', providerUrl }));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    lang: 'nl',
    client: 'Sel & Poivre',
    clientForm: 'entreprise individuelle',
    address1: 'Ruelle des Tilleuls 00, 0005 Saint-Bolet',
    address2: 'Rue 1 bte 2, 0005 Saint-Bolet',
    phone: '080 00 00 00',
    email: 'bonjour@mesange.example',
  });
  expect(url.origin + url.pathname + url.hash).toBe('https://provider.example/privacy#top');
  const own = privacyFrameUrl(company, { page: '/privacy', providerUrl: '' });
  expect(own).toMatch(/^\/privacy\?client=Sel/);
});
