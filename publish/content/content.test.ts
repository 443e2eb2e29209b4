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
import { parseYaml } from './read-yaml.ts';
import { buildExample, writeExample } from './write-example.ts';

const content = copyContentForEachTest();

const ACCUEIL = 'pages/accueil.yaml';
const CARTE = 'pages/carte.yaml';
const DEMANDE = 'pages/demande.yaml';
const FORM = /kind: enquiry-form\n.*\n.*/;

type Edit = [file: string, from: RegExp | string, to: string];

/** What is written wrongly, where the finding is, and a part of what it says. */
interface Mistake {
  name: string;
  place: string;
  says: string;
  edits: Edit[];
}

const mistake = (name: string, place: string, says: string, ...edits: Edit[]): Mistake => ({
  name,
  place,
  says,
  edits,
});

/** What a field's own schema refuses. */
const SHAPES = [
  mistake('a missing group', 'site.yaml designer', "'designer' ontbreekt", [
    'site.yaml',
    /designer:\n.*\n.*\n/,
    '',
  ]),
  mistake('white space', 'mails.yaml confirmation.greeting', 'een lege tekst', [
    'mails.yaml',
    /greeting: .*/,
    'greeting: "  "',
  ]),
  mistake('nothing', `${ACCUEIL} sections.0.scrollLink`, 'Hier staat niets', [
    ACCUEIL,
    /scrollLink: .*/,
    'scrollLink:',
  ]),
  mistake(
    'a number for a text',
    'company.yaml postalAddresses.0.postalCode',
    'het getal 5000 zonder aanhalingstekens; verwacht wordt de postcode',
    ['company.yaml', '"0005"', '5000'],
  ),
  mistake('true', 'company.yaml name', 'true, zonder aanhalingstekens', [
    'company.yaml',
    /name: .*/,
    'name: true',
  ]),
  mistake('a text for a list', `${ACCUEIL} sections.2.photos`, 'een lijst met minstens 1', [
    ACCUEIL,
    '[ nuage ]',
    'nuage',
  ]),
  mistake('a list for a text', `${ACCUEIL} sections.0.scrollLink`, '[Découvrir]', [
    ACCUEIL,
    'Découvrir',
    '[ Découvrir ]',
  ]),
  mistake('a list too long', `${ACCUEIL} sections.2.facts`, 'minstens 2 en hoogstens 4', [
    ACCUEIL,
    '[ dès',
    '[ a, b, c, dès',
  ]),
  mistake(
    'a colon in a paragraph',
    `${ACCUEIL} sections.2.paragraphs.0`,
    'een groep velden (Nu), misschien door een dubbele punt',
    [ACCUEIL, '- Des', '- Nu: Des'],
  ),
  mistake('161 characters', `${ACCUEIL} description`, 'een tekst van 161 tekens', [
    ACCUEIL,
    /description: .*/,
    `description: ${'a'.repeat(161)}`,
  ]),
  mistake('a part of a choice', `${ACCUEIL} sections.1.facts.1.price.amount`, "'4,50'; verwacht", [
    ACCUEIL,
    'amount: 4.5',
    'amount: "4,50"',
  ]),
  mistake(
    'a link of two kinds',
    `${ACCUEIL} sections.4.button`,
    '(label, subjet); verwacht wordt label en to (een pagina), of label en subject',
    [ACCUEIL, 'subject: Banquet', 'subjet: Banquet'],
  ),
  mistake('a section without a kind', `${ACCUEIL} sections.3.kind`, 'één van: hero, introduction', [
    ACCUEIL,
    'kind: quote',
    '# kind: quote',
  ]),
  mistake('a place not filled in', 'messages.yaml carousel.position', 'met {index} en {count}', [
    'messages.yaml',
    'sur {count}',
    '',
  ]),
  mistake('a place too many', 'messages.yaml shell.close', 'zonder { en }', [
    'messages.yaml',
    'close: Fermer',
    'close: Fermer {x}',
  ]),
  mistake('three numbers', 'photos/photos.yaml colline.focus', '[30, 60, 3]', [
    'photos/photos.yaml',
    '[ 30, 60 ]',
    '[ 30, 60, 3 ]',
  ]),
  mistake('a point outside', 'photos/photos.yaml colline.focus', 'van 0 tot 100', [
    'photos/photos.yaml',
    '[ 30, 60 ]',
    '[ 30, 160 ]',
  ]),
  mistake('curly quotes', 'messages.yaml shell.close', 'kromme in plaats van rechte', [
    'messages.yaml',
    'close: Fermer',
    'close: ‘Fermer’',
  ]),
  mistake('two lines', 'mails.yaml confirmation.subject', '2 regels in plaats van één', [
    'mails.yaml',
    /subject: .*/,
    'subject: |\n    een\n    twee',
  ]),
  mistake('a day that is none', 'notice.yaml from', 'jaar-maand-dag', [
    'notice.yaml',
    '2031-08-01',
    '1/8/2031',
  ]),
];

/** What no single field can know. */
const CONNECTIONS = [
  mistake(
    'a redirect from a page',
    `${DEMANDE} redirects.0`,
    "'/la-carte' staat ook in pages/carte.yaml",
    [DEMANDE, '[ /contact,', '[ /la-carte,'],
  ),
  mistake('two start pages', `${DEMANDE} redirects.0`, "'/' staat ook in pages/accueil.yaml", [
    DEMANDE,
    '[ /contact,',
    '[ /,',
  ]),
  mistake('no start page', 'pages', 'Geen enkele pagina is de startpagina', [
    ACCUEIL,
    '[ /, ',
    '[ ',
  ]),
  mistake('no page for unknown addresses', 'pages', 'een adres dat niet bestaat', [
    'pages/introuvable.yaml',
    'path: /404',
    'path: /405',
  ]),
  mistake('the path of the API', `${CARTE} redirects.0`, "'/api' gebruikt de site zelf", [
    CARTE,
    '[ /menu ]',
    '[ /api ]',
  ]),
  mistake(
    'two anchors of one name',
    `${CARTE} sections.1.anchor`,
    "ook het anker 'la-carte'",
    [CARTE, 'anchor: plats', 'anchor: la-carte'],
    ['pages/ecoles.yaml', '/la-carte#plats', '/la-carte'],
  ),
  mistake('a page with nothing to show', 'pages/introuvable.yaml sections', 'zijn verborgen', [
    'pages/introuvable.yaml',
    'kind: not-found',
    'kind: not-found\n    hidden: true',
  ]),
  mistake('a page without a heading', 'pages/introuvable.yaml sections', 'heeft een kop', [
    'pages/introuvable.yaml',
    /sections:[\s\S]*/,
    'sections:\n  - { kind: picture, photo: foret }',
  ]),
  mistake(
    'two forms',
    `${DEMANDE} sections.0.kind`,
    'Er staat al een formulier in pages/carte.yaml',
    [
      CARTE,
      /kind: introduction\n.*\n.*\n.*\n.*/,
      'kind: enquiry-form\n    heading: a\n    intro: b',
    ],
  ),
  mistake('proposals without a form', `${ACCUEIL} sections.1.proposal.subject`, 'geen formulier', [
    DEMANDE,
    FORM,
    'kind: introduction\n    heading: a\n    paragraphs: [ b ]',
  ]),
  mistake('a subject of no option', `${ACCUEIL} sections.1.proposal.subject`, "'Bufet' is geen", [
    ACCUEIL,
    'subject: Buffet',
    'subject: Bufet',
  ]),
  mistake('a link to no page', 'notice.yaml link.to', "'/demandes' leidt nergens heen", [
    'notice.yaml',
    'to: /demande',
    'to: /demandes',
  ]),
  mistake('a broken link within a text', `${CARTE} sections.0.paragraphs.0`, "'/demandes' leidt", [
    CARTE,
    'Voici celle',
    '[Voici](/demandes) celle',
  ]),
  mistake('a script as a link', `${CARTE} sections.0.paragraphs.0`, 'mailto: of tel:', [
    CARTE,
    'Voici celle',
    '[Voici](javascript:alert(1)) celle',
  ]),
  mistake('a photo in a text', `${CARTE} sections.0.paragraphs.0`, 'Een foto kan hier niet', [
    CARTE,
    'Voici celle',
    '![x](/y.jpg) Voici celle',
  ]),
  mistake('a list in a sentence', `${ACCUEIL} sections.4.text`, 'één of twee zinnen', [
    ACCUEIL,
    'text: Écrivez-la-nous',
    'text: |-\n      - Oui\n      - Écrivez-la-nous',
  ]),
  mistake('a link to no anchor', `${CARTE} sections.1.lines.2.to`, "'/accueil#bufets' leidt", [
    CARTE,
    '#buffets',
    '#bufets',
  ]),
  mistake('a link to a hidden page', 'notice.yaml link.to', 'verborgen is (pages/noel.yaml)', [
    'notice.yaml',
    'to: /demande',
    'to: /noel',
  ]),
  mistake('a link to a hidden section', 'notice.yaml link.to', 'wat verborgen is', [
    'notice.yaml',
    'to: /demande',
    'to: "/menu#cave"',
  ]),
  mistake('a scroll link below no hero', 'notice.yaml link.to', 'leidt nergens heen', [
    'notice.yaml',
    'to: /demande',
    'to: "/demande#scroll-content"',
  ]),
  mistake('a file that is not there', `${CARTE} sections.3.file`, "geen bestand 'Menu-du", [
    CARTE,
    'file: menu-du',
    'file: Menu-du',
  ]),
  mistake('a photo that is not listed', `${CARTE} socialPicture`, "De foto 'tuil' bestaat niet", [
    CARTE,
    'Picture: tuile',
    'Picture: tuil',
  ]),
  mistake('a photo without a file', 'photos/photos.yaml vent', 'geen foto vent.jpg in de map', [
    'photos/photos.yaml',
    'colline:',
    'vent: { focus: [ 50, 50 ], alt: a }\ncolline:',
  ]),
  mistake('a privacy page that is not there', 'site.yaml privacy.page', "geen pagina '/prive'", [
    'site.yaml',
    'page: /vie-privee',
    'page: /prive',
  ]),
  mistake("a captcha without its provider's key", 'site.yaml captcha.siteKey', 'van turnstile', [
    'site.yaml',
    'provider: altcha',
    'provider: turnstile',
  ]),
  mistake('a notice that ends before it begins', 'notice.yaml until', "komt voor '2031-08-01'", [
    'notice.yaml',
    '2031-08-21',
    '2031-07-31',
  ]),
  mistake('hours that end too early', 'company.yaml openingHours.1.until', 'een later uur', [
    'company.yaml',
    'until: "18:00"',
    'until: "12:00"',
  ]),
  mistake('a company without a court', 'company.yaml court', 'rechtspersonenregister ontbreekt', [
    'company.yaml',
    'entreprise individuelle',
    'SRL',
  ]),
  mistake('HTML in a text', `${ACCUEIL} sections.2.paragraphs.0`, "'<b>' is HTML", [
    ACCUEIL,
    '- Des tartes',
    '- <b>Des</b> tartes',
  ]),
  mistake('HTML in a message', 'messages.yaml form.submit', "'&nbsp;' is HTML", [
    'messages.yaml',
    'submit: Envoyer la demande',
    'submit: Envoyer&nbsp;!',
  ]),
  mistake('a colour that nobody can read', 'brand.yaml colors.accent', 'te weinig contrast', [
    'brand.yaml',
    'accent: "#a8481a"',
    'accent: "#e8a87a"',
  ]),
];

describe('publishing stops, and names the field and what was expected, for', () => {
  it.each([...SHAPES, ...CONNECTIONS])('$name', async ({ edits, place, says }) => {
    for (const [file, from, to] of edits) await content.edit(file, from, to);
    const findings = await content.findings();
    expect(findings[0]).toContain(`${place}: `);
    expect(findings[0]).toContain(says);
    // One mistake, named again only where each link to it stands.
    expect(new Set(findings.map((finding) => finding.split(': ')[1])).size).toBe(1);
  });

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

describe('a file written wrongly is named with its line:', () => {
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
    const { findings } = parseYaml('site.yaml', text);
    expect(findings).toMatchObject([{ line, message: expect.stringContaining(says) }]);
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

describe('what this version does not know is left out, with a warning:', () => {
  it('a field, which another version may have', async () => {
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

describe('advice stops nothing:', () => {
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
      'photos/IMG_1.heic',
      'photos/photos.yaml',
    ]);
  });

  it('a folder among the files, of which nothing is published', async () => {
    await mkdir(content.path('files/oud'));
    await writeFile(content.path('files/oud/kaart.pdf'), '');
    const warnings = await content.findings('warning');
    expect(warnings).toContainEqual(
      expect.stringContaining('De map files/oud komt niet op de site'),
    );
  });

  it('the same photo at the start of two sections', async () => {
    await content.edit(ACCUEIL, 'photos: [ nuage ]', 'photos: [ foret ]');
    expect(await content.findings('warning')).toContainEqual(
      expect.stringContaining(
        "sections.2.photos.0: Het deel hierboven begint ook met de foto 'foret'",
      ),
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

it('two pages in one place of the menu stand there by their title', async () => {
  await content.edit(CARTE, 'place: 3', 'place: 2');
  await content.edit(CARTE, 'title: La carte', 'title: Zakouski');
  const { content: read } = await content.load();
  const labels = navigationOf(read?.pages ?? []).map(({ label }) => label);
  expect(labels).toEqual(['Demande', 'Accueil', 'La carte', 'Écoles']);
});

describe('facts of a real company are those of its country:', () => {
  const REAL: Edit[] = [
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

it('the example of every field is one that our own reader and the schema take', () => {
  let tried = 0;
  const roots = [...Object.values(CONTENT_FILES).map(({ schema }) => schema), PAGE_SCHEMA];
  for (const [key, schema] of roots.flatMap((root) => [...listDescribed(root)])) {
    const { yaml } = parseYaml('example.yaml', writeExample(schema, key));
    const values = yaml?.value as Record<string | number, unknown> | undefined;
    const written = values?.[key];
    expect(written).toEqual(buildExample(schema));
    expect(v.safeParse(schema, written).issues).toBeUndefined();
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
