import { describe, expect, test } from 'vitest';
import type { Page } from '../site/content/content.ts';
import { navigationOf } from '../site/document/page-context.ts';
import { ONLY_THE_SAMPLE } from './runner/skips.ts';
import { loadValidContent, sectionOf, sectionsOf } from './support/content/fixture-site.ts';

/**
 * Compares `content/` with the specification, as long as it has the sample company's facts
 * (`sample: true`). After that the texts are the caterer's own.
 */
const { company, site, messages, pages } = await loadValidContent('content');

if (company.sample) describe('content/ keeps the specification', holdToSpecification);
else test('content/ keeps the specification', ONLY_THE_SAMPLE, () => {});

function holdToSpecification() {
  test('the site has the specified routes and redirects, and three statements', () => {
    // There may be other pages, which the caterer added.
    const routes = pages.map(({ path, redirects }) => [path, ...redirects].join(' '));
    const specified = [
      '/404',
      '/bedrijfsfeest',
      '/feesten /recepties /diners',
      '/home /',
      '/info /contact',
      '/privacy',
      '/schoolcatering',
      '/toegankelijkheid',
      '/voorwaarden',
    ];
    expect(routes).toEqual(expect.arrayContaining(specified));
  });

  test('the site has the specified navigation', () => {
    const links = navigationOf(pages).map(({ label, path }) => [label, path]);
    expect(links.slice(0, 5)).toEqual([
      ['Home', '/home'],
      ['Feesten', '/feesten'],
      ['Bedrijfsfeest', '/bedrijfsfeest'],
      ['Schoolcatering', '/schoolcatering'],
      ['Info aanvraag', '/info'],
    ]);
    expect(messages.shell.menu).toBe('Menu');
  });

  test('the site has the specified headings and scroll links', () => {
    expect(headingsOf('/home')[0]).toBe('Over ons');
    expect(headingsOf('/bedrijfsfeest').slice(0, 4)).toEqual([
      ...['Bedrijfsfeesten', 'Recepties', 'Walking Dinner', 'Feestdiner'],
    ]);
    expect(sectionsOf(page('/feesten'), 'offer').map(({ heading }) => heading)).toEqual([
      ...['Recepties', 'Walking Dinner', 'Feestdiner'],
      ...['Huwelijksfeesten', 'Communie- en lentefeesten'],
    ]);
    expect(headingsOf('/schoolcatering')[0]).toBe('Schoolcatering');
    expect([page('/info').title, headingsOf('/info')[0]]).toEqual(['Contact', 'Contact']);
    expect(
      ['/home', '/bedrijfsfeest', '/feesten', '/schoolcatering'].map(
        (path) => sectionOf(page(path), 'hero').scrollLink,
      ),
    ).toEqual(['Over ons', 'Lees meer', 'Bekijk ons aanbod', 'Ons schoolaanbod']);
  });

  test('the site has 17, 5, 4 and 2 carousel photos, each shown for 10 seconds', () => {
    const carousels = (path: string) =>
      page(path).sections.flatMap((section) =>
        section.kind === 'hero' || section.kind === 'story' ? section.photos : [],
      );
    const paths = ['/home', '/bedrijfsfeest', '/feesten', '/schoolcatering'];
    expect(paths.map((path) => new Set(carousels(path)).size)).toEqual([17, 5, 4, 2]);
    expect(paths.map((path) => sectionOf(page(path), 'hero').intervalSeconds)).toEqual([
      10, 10, 10, 10,
    ]);
  });

  test('the site has links to the specified pages', () => {
    expect(sectionOf(page('/home'), 'story').button).toEqual({
      label: 'Contacteer ons',
      to: '/info',
    });
    const { url } = sectionOf(page('/schoolcatering'), 'external-link').button;
    expect(new URL(url).origin).not.toBe(site.url);
    const subjects = sectionsOf(page('/feesten'), 'offer').map(({ proposal }) => proposal?.subject);
    expect(subjects).toEqual([
      ...['Receptie', 'Walking dinner', 'Feestdiner', 'Huwelijksfeest'],
      'Communie- of lentefeest',
    ]);
    expect(site.privacy.page).toBe('/privacy');
    expect(sectionOf(page('/404'), 'not-found')).toMatchObject({
      heading: 'Oeps',
      message: 'De pagina die je zocht bestaat niet.',
    });
  });

  test('the site has the specified company, footer, language and API', () => {
    expect(company).toMatchObject({ legalForm: 'VOF', slug: 'maanzaad' });
    expect(company.postalAddresses).toHaveLength(2);
    expect(site).toMatchObject({
      copyrightYear: 2023,
      locale: 'nl-BE',
      currency: 'EUR',
      api: { base: '/api' },
    });
    expect(messages.shell).toMatchObject({
      designedBy: 'designed by',
      privacy: 'Privacyverklaring',
    });
  });

  test('the site has the labels and messages of the form word for word', () => {
    expect(messages.fields).toMatchObject({
      email: 'Email',
      name: 'Naam',
      firstName: 'Voornaam',
      company: 'Bedrijf',
      street: 'Straat',
      number: 'Huisnummer',
      postalCode: 'Postcode',
      city: 'Woonplaats',
      phone: 'Telefoonnummer',
      vatNumber: 'BTW nummer',
      date: 'Datum (dd/mm/jjjj)',
      partyLocation: 'Locatie',
      personCount: 'Aantal personen',
      message: 'Bericht',
      clientType: 'Voor',
      productType: 'Betreft',
    });
    expect(messages.options).toEqual({
      clientType: ['Bedrijf', 'Particulier', 'Organisatie', 'Vereniging'],
      productType: [
        ...['Huwelijksfeest', 'Receptie', 'Communie- of lentefeest', 'Walking dinner'],
        ...['Feestdiner', 'Bedrijfsfeest', 'Schoolcatering'],
      ],
    });
    expect(messages.rules).toMatchObject({
      emailRequired: 'Email is verplicht',
      emailInvalid: 'Dit is geen geldige email',
      nameRequired: 'Naam is verplicht',
      messageRequired: 'Bericht is verplicht',
      captchaRequired: 'Dit veld is verplicht',
      dateInvalid: 'Dit is geen geldige datum',
    });
    expect(messages.form).toMatchObject({
      cancel: 'Annuleren',
      pending: 'Je bericht is in behandeling.',
      success:
        'Je bericht is correct verwerkt, we sturen je een bevestingsmail, deze komt mogelijk in je spam folder terecht.',
      error: 'Er is iets fout gelopen tijdens het verwerken van je bericht.',
      again: 'Stuur nog een bericht',
      retry: 'Probeer opnieuw',
    });
  });
}

function page(path: string): Page {
  const found = pages.find((one) => one.path === path);
  if (!found) throw new Error(`No page at ${path}`);
  return found;
}

function headingsOf(path: string): string[] {
  return page(path).sections.flatMap((section) => ('heading' in section ? [section.heading] : []));
}
