import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { optionsOf, type SchemaNode } from '../../site/content-walk.ts';
import { navigationOf } from '../../site/page-context.ts';
import { copyContentForEachTest } from '../../tests/content-copy.ts';
import { isBelgianEnterpriseNumber } from './checks/company.ts';
import { CONTENT_FILES, PAGE_SCHEMA } from './content-files.ts';
import { ContentError } from './finding.ts';
import { readYaml } from './read-yaml.ts';
import { writeExample } from './write-example.ts';

const content = copyContentForEachTest();

const ACCUEIL = 'pages/accueil.yaml';
const CARTE = 'pages/carte.yaml';

/** @param name 'site.yaml', or the name of a page */
const fileOf = (name = '') => (name.includes('.') ? name : `pages/${name}.yaml`);

describe('publishing stops, and names the field and what was expected:', () => {
  // The field, a part of the message, and the edit.
  it.each`
    place                                          | says                                                                                    | from                         | to
    ${'site.yaml designer'}                        | ${"'designer' ontbreekt"}                                                               | ${/designer:\n.*\n.*\n/}     | ${''}
    ${'mails.yaml confirmation.greeting'}          | ${'een lege tekst'}                                                                     | ${/greeting: .*/}            | ${'greeting: "  "'}
    ${'accueil sections.0.scrollLink'}             | ${'Hier staat niets'}                                                                   | ${/scrollLink: .*/}          | ${'scrollLink:'}
    ${'accueil sections.0.scrollLink'}             | ${'["Découvrir"]'}                                                                      | ${'Découvrir'}               | ${'[ Découvrir ]'}
    ${'company.yaml name'}                         | ${'true, zonder aanhalingstekens'}                                                      | ${/name: .*/}                | ${'name: true'}
    ${'company.yaml postalAddresses.0.postalCode'} | ${'staat 5000, zonder aanhalingstekens rond de hele tekst; verwacht wordt de postcode'} | ${'"0005"'}                  | ${'5000'}
    ${'accueil sections.2.photos'}                 | ${'een lijst met minstens 1'}                                                           | ${'[ nuage ]'}               | ${'nuage'}
    ${'accueil sections.2.facts'}                  | ${'minstens 2 en hoogstens 4'}                                                          | ${'[ dès'}                   | ${'[ a, b, c, dès'}
    ${'accueil sections.2.paragraphs.0'}           | ${'{"Nu":'}                                                                             | ${'- Des'}                   | ${'- Nu: Des'}
    ${'accueil description'}                       | ${'een tekst van 161 tekens'}                                                           | ${/description: .*/}         | ${`description: ${'a'.repeat(161)}`}
    ${'accueil sections.1.facts.1.price.amount'}   | ${"'4,50'; verwacht"}                                                                   | ${'amount: 4.5'}             | ${'amount: "4,50"'}
    ${'accueil sections.4.button'}                 | ${'"subjet":"Banquet"}; verwacht wordt label en to (een pagina), of label en subject'}  | ${'subject: Banquet'}        | ${'subjet: Banquet'}
    ${'accueil sections.3'}                        | ${'kind: hero, introduction'}                                                           | ${'kind: quote'}             | ${'# kind: quote'}
    ${'messages.yaml carousel.position'}           | ${'met {index} en {count}'}                                                             | ${'sur {count}'}             | ${''}
    ${'messages.yaml shell.close'}                 | ${'zonder { en }'}                                                                      | ${'close: Fermer'}           | ${'close: Fermer {x}'}
    ${'messages.yaml shell.close'}                 | ${'kromme in plaats van rechte'}                                                        | ${'close: Fermer'}           | ${'close: ‘Fermer’'}
    ${'photos/photos.yaml colline.focus'}          | ${'[30,60,3]'}                                                                          | ${'[ 30, 60 ]'}              | ${'[ 30, 60, 3 ]'}
    ${'photos/photos.yaml colline.focus'}          | ${'van 0 tot 100'}                                                                      | ${'[ 30, 60 ]'}              | ${'[ 30, 160 ]'}
    ${'mails.yaml confirmation.subject'}           | ${'2 regels in plaats van één'}                                                         | ${/subject: .*/}             | ${'subject: |\n    een\n    twee'}
    ${'notice.yaml from'}                          | ${'jaar-maand-dag'}                                                                     | ${'2031-08-01'}              | ${'1/8/2031'}
    ${'demande redirects.0'}                       | ${"'/la-carte' staat ook in pages/carte.yaml"}                                          | ${'[ /contact,'}             | ${'[ /la-carte,'}
    ${'demande redirects.0'}                       | ${"'/' staat ook in pages/accueil.yaml"}                                                | ${'[ /contact,'}             | ${'[ /,'}
    ${'carte redirects.0'}                         | ${"'/api' gebruikt de site zelf"}                                                       | ${'[ /menu ]'}               | ${'[ /api ]'}
    ${'carte sections.1.anchor'}                   | ${"ook het anker 'plats'"}                                                              | ${'anchor: la-carte'}        | ${'anchor: plats'}
    ${'introuvable sections'}                      | ${'zijn verborgen'}                                                                     | ${'kind: not-found'}         | ${'kind: not-found\n    hidden: true'}
    ${'introuvable sections'}                      | ${'heeft een kop'}                                                                      | ${/sections:[\s\S]*/}        | ${'sections:\n  - { kind: picture, photo: foret }'}
    ${'accueil sections.1.proposal.subject'}       | ${"'Bufet' is geen"}                                                                    | ${'subject: Buffet'}         | ${'subject: Bufet'}
    ${'notice.yaml link.to'}                       | ${"'/demandes' leidt nergens heen"}                                                     | ${'to: /demande'}            | ${'to: /demandes'}
    ${'notice.yaml link.to'}                       | ${'verborgen is (pages/noel.yaml)'}                                                     | ${'to: /demande'}            | ${'to: /noel'}
    ${'notice.yaml link.to'}                       | ${'wat verborgen is'}                                                                   | ${'to: /demande'}            | ${'to: "/menu#cave"'}
    ${'notice.yaml link.to'}                       | ${'leidt nergens heen'}                                                                 | ${'to: /demande'}            | ${'to: "/demande#scroll-content"'}
    ${'notice.yaml until'}                         | ${"komt voor '2031-08-01'"}                                                             | ${'2031-08-21'}              | ${'2031-07-31'}
    ${'carte sections.0.paragraphs.0'}             | ${"'/demandes' leidt"}                                                                  | ${'Voici'}                   | ${'[Voici](/demandes)'}
    ${'carte sections.0.paragraphs.0'}             | ${'mailto: of tel:'}                                                                    | ${'Voici'}                   | ${'[Voici](javascript:alert(1))'}
    ${'carte sections.0.paragraphs.0'}             | ${'![x](/y.jpg)'}                                                                       | ${'Voici'}                   | ${'![x](/y.jpg) Voici'}
    ${'carte sections.1.lines.2.to'}               | ${"'/accueil#bufets' leidt"}                                                            | ${'#buffets'}                | ${'#bufets'}
    ${'carte sections.3.file'}                     | ${"geen bestand 'Menu-du"}                                                              | ${'file: menu-du'}           | ${'file: Menu-du'}
    ${'carte socialPicture'}                       | ${"De foto 'tuil' bestaat niet"}                                                        | ${'Picture: tuile'}          | ${'Picture: tuil'}
    ${'accueil sections.4.text'}                   | ${'één of twee zinnen'}                                                                 | ${'text: Écrivez'}           | ${'text: |-\n      - Oui\n      - Écrivez'}
    ${'accueil sections.2.paragraphs.0'}           | ${"'<b>' is HTML"}                                                                      | ${'- Des tartes'}            | ${'- <b>Des</b> tartes'}
    ${'messages.yaml form.submit'}                 | ${"'&nbsp;' is HTML"}                                                                   | ${/submit: .*/}              | ${'submit: Envoyer&nbsp;!'}
    ${'photos/photos.yaml vent'}                   | ${'geen foto vent.jpg in de map'}                                                       | ${'colline:'}                | ${'vent: { focus: [ 50, 50 ], alt: a }\ncolline:'}
    ${'site.yaml privacy.page'}                    | ${"geen pagina '/prive'"}                                                               | ${'page: /vie-privee'}       | ${'page: /prive'}
    ${'site.yaml captcha.siteKey'}                 | ${'van turnstile'}                                                                      | ${'provider: altcha'}        | ${'provider: turnstile'}
    ${'company.yaml openingHours.1.until'}         | ${'een later uur'}                                                                      | ${'until: "18:00"'}          | ${'until: "12:00"'}
    ${'company.yaml court'}                        | ${'rechtspersonenregister ontbreekt'}                                                   | ${'entreprise individuelle'} | ${'SRL'}
    ${'brand.yaml colors.accent'}                  | ${'te weinig contrast'}                                                                 | ${'accent: "#a8481a"'}       | ${'accent: "#e8a87a"'}
  `('$place: $says', async ({ place, says, from, to }) => {
    const [name = '', field = ''] = place.split(' ');
    await content.edit(fileOf(name), from, to);
    await expectOne(`${fileOf(name)} ${field}`, says);
  });

  it.each`
    place                                       | says                                      | edited           | from                                    | to
    ${'pages'}                                  | ${'is de startpagina'}                    | ${'accueil'}     | ${'[ /, '}                              | ${'[ '}
    ${'pages'}                                  | ${'adres dat niet bestaat'}               | ${'introuvable'} | ${'path: /404'}                         | ${'path: /405'}
    ${'pages/demande.yaml sections.0.kind'}     | ${'al een formulier in pages/carte.yaml'} | ${'carte'}       | ${/kind: introduction\n.*\n.*\n.*\n.*/} | ${'kind: enquiry-form\n    heading: a\n    intro: b'}
    ${`${ACCUEIL} sections.1.proposal.subject`} | ${'geen formulier'}                       | ${'demande'}     | ${/kind: enquiry-form\n.*\n.*/}         | ${'kind: introduction\n    heading: a\n    paragraphs: [ b ]'}
  `('$place: $says', async ({ place, says, edited, from, to }) => {
    await content.edit(fileOf(edited), from, to);
    await expectOne(place, says);
  });

  /** One mistake, named again only where each link to it is. */
  async function expectOne(place: string, says: string) {
    const findings = await content.findings();
    expect(findings[0]).toContain(`${place}: `);
    expect(findings[0]).toContain(says);
    expect(new Set(findings.map((finding) => finding.split(': ')[1])).size).toBe(1);
  }

  it('every mistake of every file at once', async () => {
    await content.edit('company.yaml', /slug: .*/, 'slug: La Mésange');
    await content.edit('site.yaml', 'copyrightYear: 2025', 'copyrightYear: "2025"');
    await content.edit(ACCUEIL, 'photos: [ nuage ]', 'photos: [ nuages ]');
    await rm(content.path('photos/tuile.jpg'));
    const findings = await content.findings();
    expect(findings.map((finding) => finding.split(':')[0])).toEqual([
      'company.yaml slug',
      `${ACCUEIL} sections.2.photos.0`,
      'photos/photos.yaml tuile',
      'site.yaml copyrightYear',
    ]);
  });
});

describe('a syntax error is reported with its line:', () => {
  it.each([
    ['a tab', 'a:\n\tb: 1', 2, 'met een tab'],
    ['an indent', 'a:\n  b: 1\n c: 2', 3, 'springt niet goed in'],
    ['a colon', 'a: Recepties: groot', 1, 'dubbele punt'],
    ['an open quote', 'a: 1\nb: "groot\nc: 2', 2, 'gaat open en niet dicht'],
    ['text behind a quote', 'a: "groot" feest', 1, 'aanhalingsteken dat dichtgaat'],
    ['a sign of the computer', 'a: *nieuw', 1, 'begint met een teken'],
    ['another one', 'a: !nieuw ja', 1, 'begint met een teken'],
    ['a field twice', 'a: 1\nb: 2\na: 3', 3, 'een tweede keer'],
  ])('%s', (_name, text, line, says) => {
    const read = readYaml('site.yaml', Buffer.from(text));
    expect(read).toMatchObject({ error: { line, message: expect.stringContaining(says) } });
  });

  it('letters that are not UTF-8', async () => {
    await writeFile(content.path('mails.yaml'), Buffer.from('greeting: Caf\u00e9\n', 'latin1'));
    expect(await content.findings()).toEqual([
      expect.stringContaining('bewaar het bestand als UTF-8'),
    ]);
  });

  it('one that is missing or empty', async () => {
    await rm(content.path('site.yaml'));
    await writeFile(content.path('company.yaml'), '');
    const { message } = new ContentError((await content.load()).findings);
    expect(message).toContain('content/site.yaml\n  Dit bestand ontbreekt');
    expect(message).toContain('Voorbeeld: url: https://maanzaad.example\n');
    expect(message).toContain('een groep met deze velden: sample, name, legalForm');
  });
});

describe('unknown content is left out, with a warning:', () => {
  it('a field of another version', async () => {
    await content.edit('company.yaml', 'name: La', 'kleur: groen\nnaam: x\nname: La');
    await content.edit(ACCUEIL, 'kind: quote', 'kind: quote\n    stars: 5');
    const { content: read } = await content.load();
    expect(read?.company).not.toHaveProperty('kleur');
    const [, ...warnings] = await content.findings('warning');
    expect(warnings).toEqual([
      expect.stringContaining("company.yaml kleur: Het veld 'kleur' kennen we hier niet"),
      expect.stringContaining("bedoel je 'name'?"),
      expect.stringContaining('sections.3.stars'),
    ]);
  });

  it('a kind of section, and a page that has nothing else', async () => {
    await content.edit(ACCUEIL, 'kind: quote', 'kind: seating-plan');
    await content.edit('pages/pour-tous.yaml', 'kind: text', 'kind: accessibility');
    const { content: read } = await content.load();
    const kinds = read?.pages
      .find(({ path }) => path === '/accueil')
      ?.sections.map(({ kind }) => kind);
    expect(kinds).toEqual(['hero', 'offer', 'offer', 'call-to-action']);
    expect(read?.pages.map(({ path }) => path)).not.toContain('/accessibilite');
    const [, ...warnings] = await content.findings('warning');
    expect(warnings).toEqual([
      expect.stringContaining("sections.3.kind: Een deel van de soort 'seating-plan'"),
      expect.stringContaining("pour-tous.yaml sections.0.kind: Een deel van de soort 'access"),
    ]);
  });
});

describe('warnings do not stop publishing:', () => {
  it('photos and files that nothing shows or reads', async () => {
    await content.edit(ACCUEIL, 'photos: [ nuage ]', 'photos: [ tuile ]');
    await content.edit('pages/ecoles.yaml', 'photos: [ nuage ]', 'photos: [ soleil ]');
    await rename(content.path('pages/ecoles.yaml'), content.path('pages/ecoles.yml'));
    await writeFile(content.path('files/los.pdf'), '');
    await writeFile(content.path('photos/IMG_1.heic'), '');
    const findings = await content.findings('warning');
    expect(findings.slice(1).map((finding) => finding.split(/[ :]/)[0])).toEqual([
      'files/los.pdf',
      'pages/ecoles.yml',
      'photos/IMG_1.heic',
      'photos/photos.yaml',
    ]);
  });

  it('a folder among the files, of which nothing is published', async () => {
    await mkdir(content.path('files/oud'));
    await writeFile(content.path('files/oud/kaart.pdf'), '');
    const warnings = await content.findings('warning');
    expect(warnings).toContainEqual(
      expect.stringContaining('files/oud/kaart.pdf: Niets op de site gebruikt dit bestand'),
    );
  });
});

it('reads another caterer in another language, without what is hidden, and with defaults', async () => {
  await content.edit('messages.yaml', /menu: .*/, '');
  await rm(content.path('mails.yaml'));
  await rm(content.path('notice.yaml'));
  const file = content.path(ACCUEIL);
  await writeFile(file, `\uFEFF${(await readFile(file, 'utf8')).replaceAll('\n', '\r\n')}`);
  await writeFile(content.path('pages/.DS_Store'), '');
  const { content: read, findings } = await content.load();
  expect(findings.map(({ code }) => code)).toEqual(['sample-facts']);
  expect(read?.pages.map(({ path }) => path)).toEqual([
    ...['/accueil', '/la-carte', '/demande', '/ecoles', '/404', '/accessibilite', '/vie-privee'],
  ]);
  expect(JSON.stringify(read)).not.toContain('La cave');
  expect(read?.messages.shell).toMatchObject({ close: 'Fermer', menu: 'Menu' });
  expect(read?.mails.confirmation.greeting).toBe('Dag,');
});

it('pages with the same place in the menu are sorted by title', async () => {
  await content.edit(CARTE, 'place: 3', 'place: 2');
  await content.edit(CARTE, 'title: La carte', 'title: Zakouski');
  const { content: read } = await content.load();
  const labels = navigationOf(read?.pages ?? []).map(({ label }) => label);
  expect(labels).toEqual(['Demande', 'Accueil', 'La carte', 'Écoles']);
});

describe('the facts of a real company follow Belgian rules:', () => {
  const REAL: [file: string, from: RegExp | string, to: string][] = [
    ['company.yaml', 'sample: true', 'sample: false'],
    ['company.yaml', 'Ruelle des Tilleuls 00', 'Ruelle des Tilleuls 4'],
    ['company.yaml', '"0005"', '"9992"'],
    ['company.yaml', '080 00 00 00', '080 12 34 56'],
    ['company.yaml', 'bonjour@mesange.example', 'bonjour@mesange.be'],
    ['company.yaml', 'BE 0000.000.000', 'BE 0403.170.701'],
    ['company.yaml', 'legalForm: entreprise individuelle', 'legalForm: SRL\ncourt: RPM Liège'],
    ['company.yaml', /owner: .*\n/, ''],
    ['site.yaml', 'https://mesange.example', 'https://mesange.be'],
    ['site.yaml', 'https://bureau-fictif.example', 'https://bureau-fictif.be'],
    ['pages/ecoles.yaml', 'https://ecoles.mesange.example', 'https://ecoles.mesange.be'],
  ];

  it.each([
    ['what is right', '', '', undefined],
    ['a postcode that bpost gives nobody', '"9992"', '"9999"', 'postalAddresses.0.postalCode'],
    ['a number that does not add up', '0403.170.701', '0403.170.702', 'vatNumber'],
    ['a telephone number too short', '080 12 34 56', '080 12 34', 'phone'],
    ['a court without its register', 'RPM Liège', 'Liège', 'court'],
    ['a fact of the sample', 'La Mésange', 'Maanzaad', 'name'],
  ])('%s', async (_name, from, to, path) => {
    for (const [file, before, after] of REAL) await content.edit(file, before, after);
    if (from !== '') await content.edit('company.yaml', from, to);
    const findings = await content.findings();
    expect(findings.map((finding) => finding.split(':')[0])).toEqual(
      path === undefined ? [] : [`company.yaml ${path}`],
    );
  });

  it('a wrong figure anywhere in an enterprise number is found', () => {
    const figures = fc.integer({ min: 0, max: 19_999_999 });
    const change = fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(figures, change, (base, [at, by]) => {
        const digits = String(base).padStart(8, '0');
        const number = digits + String(97 - (base % 97)).padStart(2, '0');
        const other = (Number(number[at]) + by) % 10;
        const wrong = number.slice(0, at) + other + number.slice(at + 1);
        return isBelgianEnterpriseNumber(number) && !isBelgianEnterpriseNumber(wrong);
      }),
    );
  });
});

it('the example of every field can be read and is valid', () => {
  let tried = 0;
  const roots = [...Object.values(CONTENT_FILES).map(({ schema }) => schema), PAGE_SCHEMA];
  for (const [key, schema] of roots.flatMap((root) => [...listDescribed(root)])) {
    const read = readYaml('example.yaml', Buffer.from(writeExample(schema, key)));
    const values = ('yaml' in read ? read.yaml.value : {}) as Record<string | number, unknown>;
    expect(v.safeParse(schema, values[key]).issues, `${key}`).toBeUndefined();
    tried++;
  }
  expect(tried).toBeGreaterThan(150);
});

/** Every field that has a description, with its key; 0 in a list. */
function* listDescribed(
  schema: SchemaNode,
  key: string | number = 'field',
): Generator<[string | number, SchemaNode]> {
  if (v.getDescription(schema) !== undefined) yield [key, schema];
  for (const option of optionsOf(schema)) yield* listDescribed(option, key);
  if (schema.wrapped) yield* listDescribed(schema.wrapped, key);
  if (schema.item) yield* listDescribed(schema.item, 0);
  if (schema.value) yield* listDescribed(schema.value, key);
  for (const [name, one] of Object.entries(schema.entries ?? {})) yield* listDescribed(one, name);
}
