import { beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../site/content.ts';
import { loadContent } from './load-content.ts';

/**
 * Holds the copy to the specification's labels and to the house rules of writing. It guards what
 * a search engine cuts off and what the specification fixes, not the taste of the caterer: numbers
 * of words and photos are those of the sample.
 */
let content: Content;
let blocks: { id: string; paragraphs: string[] }[];

beforeAll(async () => {
  content = await loadContent('content');
  const { home, feesten, bedrijfsfeest, schoolcatering } = content.pages;
  blocks = [
    { id: 'home, about', paragraphs: [home.about.lead, ...home.about.paragraphs] },
    { id: 'feesten, intro', paragraphs: feesten.intro.paragraphs },
    { id: 'bedrijfsfeest, intro', paragraphs: bedrijfsfeest.intro.paragraphs },
    ...feesten.blocks.map(({ id, paragraphs }) => ({ id: `feesten, ${id}`, paragraphs })),
    ...bedrijfsfeest.blocks.map(({ id, paragraphs }) => ({
      id: `bedrijfsfeest, ${id}`,
      paragraphs,
    })),
    { id: 'schoolcatering', paragraphs: schoolcatering.section.paragraphs },
  ];
});

describe('labels of the specification, to the letter', () => {
  it('home', () => {
    const { hero, about } = content.pages.home;
    expect([hero.scrollLink, about.heading, about.button]).toEqual([
      'Over ons',
      'Over ons',
      'Contacteer ons',
    ]);
  });

  it('feesten', () => {
    const { hero, blocks } = content.pages.feesten;
    expect(hero.scrollLink).toBe('Bekijk ons aanbod');
    expect(blocks.map(({ heading, proposal }) => [heading, proposal.subject])).toEqual([
      ['Recepties', 'Receptie'],
      ['Walking Dinner', 'Walking dinner'],
      ['Feestdiner', 'Feestdiner'],
      ['Huwelijksfeesten', 'Huwelijksfeest'],
      ['Communie- en lentefeesten', 'Communie- of lentefeest'],
    ]);
  });

  it('bedrijfsfeest', () => {
    const { hero, intro, blocks } = content.pages.bedrijfsfeest;
    expect([hero.scrollLink, intro.heading]).toEqual(['Lees meer', 'Bedrijfsfeesten']);
    expect(blocks.map(({ heading }) => heading)).toEqual([
      'Recepties',
      'Walking Dinner',
      'Feestdiner',
    ]);
  });

  it('schoolcatering, info and not found', () => {
    const { schoolcatering, info, notFound } = content.pages;
    expect([schoolcatering.hero.scrollLink, schoolcatering.section.heading]).toEqual([
      'Ons schoolaanbod',
      'Schoolcatering',
    ]);
    expect(info.title).toBe('Contact');
    expect(info.heading).toBe('Contact');
    expect([notFound.heading, notFound.message]).toEqual([
      'Oeps',
      'De pagina die je zocht bestaat niet.',
    ]);
  });

  it('navigation, form and messages', () => {
    const { navigation, fields, rules, form, shell } = content.messages;
    expect(Object.values(navigation)).toEqual([
      'Home',
      'Feesten',
      'Bedrijfsfeest',
      'Schoolcatering',
      'Info aanvraag',
    ]);
    expect([shell.menu, shell.designedBy, shell.privacy]).toEqual([
      'Menu',
      'designed by',
      'Privacyverklaring',
    ]);
    expect(fields).toMatchObject({
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
    expect(rules).toMatchObject({
      emailRequired: 'Email is verplicht',
      emailInvalid: 'Dit is geen geldige email',
      nameRequired: 'Naam is verplicht',
      messageRequired: 'Bericht is verplicht',
      captchaRequired: 'Dit veld is verplicht',
      dateInvalid: 'Dit is geen geldige datum',
    });
    expect(form).toMatchObject({
      cancel: 'Annuleren',
      pending: 'Je bericht is in behandeling.',
      success:
        'Je bericht is correct verwerkt, we sturen je een bevestingsmail, deze komt mogelijk in je spam folder terecht.',
      error: 'Er is iets fout gelopen tijdens het verwerken van je bericht.',
      again: 'Stuur nog een bericht',
      retry: 'Probeer opnieuw',
    });
  });
});

it('has 12 and 5 photos on home, 5 receptions, 4 parties and 2 school photos', () => {
  const lengths = Object.entries(content.photos.pages).map(([page, list]) => [page, list.length]);
  expect(Object.fromEntries(lengths)).toEqual({
    'home-hero': 12,
    'home-over-ons': 5,
    bedrijfsfeest: 5,
    feesten: 4,
    schoolcatering: 2,
  });
});

it('writes 60 to 130 words a block', () => {
  const lengths = blocks.map(({ id, paragraphs }) => ({ id, words: countWords(paragraphs) }));
  expect(lengths.filter(({ words }) => words < 60 || words > 130)).toEqual([]);
});

it('says 3 to 8 words over a hero photo', () => {
  const { home, feesten, bedrijfsfeest, schoolcatering } = content.pages;
  for (const { hero } of [home, feesten, bedrijfsfeest, schoolcatering]) {
    expect(countWords([hero.sentence]), hero.sentence).toBeGreaterThanOrEqual(3);
    expect(countWords([hero.sentence]), hero.sentence).toBeLessThanOrEqual(8);
  }
});

it('tells a company another story than a family', () => {
  const { feesten, bedrijfsfeest } = content.pages;
  const family = new Set(feesten.blocks.flatMap(({ paragraphs }) => sentences(paragraphs)));
  const company = bedrijfsfeest.blocks.flatMap(({ paragraphs }) => sentences(paragraphs));
  expect(company.filter((sentence) => family.has(sentence))).toEqual([]);
});

it('uses no brochure words, no u, no prices and no straight quotes', () => {
  const copy = JSON.stringify(content.pages);
  const banned =
    /onvergetelijk|passie|culinair|genieten|ontzorg|van a tot z|unie(?:k|ke) beleving|\b(?:u|uw)\b|€|'/gi;
  expect(copy.match(banned) ?? []).toEqual([]);
});

function countWords(paragraphs: string[]): number {
  return paragraphs.join(' ').trim().split(/\s+/).length;
}

function sentences(paragraphs: string[]): string[] {
  return paragraphs.join(' ').split(/(?<=[.?!])\s+/);
}
