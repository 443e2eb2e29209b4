import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { navigationOf } from '../../site/document/page-context.ts';
import { exampleValue } from '../../site/schema/example-value.ts';
import { copyContentForEachTest } from '../../tests/support/content/content-copy.ts';
import { CONTENT_FILES, PAGE_SCHEMA } from './content-files.ts';
import { ContentError } from './finding.ts';
import { readYaml } from './read-yaml.ts';
import { writeExample } from './write-example.ts';

const content = copyContentForEachTest();

const ACCUEIL = 'pages/accueil.yaml';
const CARTE = 'pages/carte.yaml';

const PAGE = { file: 'pages/*.yaml', schema: PAGE_SCHEMA };

/** @param name 'site.yaml', or the name of a page */
const fileOf = (name = '') => (name.includes('.') ? name : `pages/${name}.yaml`);

/** Light letters on a dark ground have enough contrast everywhere but on photos. */
const INVERTED = `colors:
  page: "#121212"
  paper: "#1c1c1c"
  ink: "#f5f0e6"
  dark: "#e8e0cf"
  secondary: "#c9bfa8"
  accent: "#e0a458"
  accentDark: "#f0bd7a"
  ornament: "#c9bfa8"
  controlEdge: "#9a927f"
  success: "#7fd09a"
  error: "#ff9a9a"`;

/** The edited file, the edit, the field, and a part of the message. */
type Mistake = [name: string, from: RegExp | string, to: string, field: string, message: string];

describe('mistakes', () => {
  test.each<Mistake>([
    ['site.yaml', /designer:\n.*\n.*\n/, '', 'designer', 'is niet ingevuld'],
    ['mails.yaml', /greeting: .*/, 'greeting: "  "', 'confirmation.greeting', 'een lege tekst'],
    ['accueil', /scrollLink: .*/, 'scrollLink:', 'sections.0.scrollLink', 'Hier staat niets'],
    ['company.yaml', '"0005"', '5000', 'postalAddresses.0.postalCode', '5000, zonder aanhal'],
    ['accueil', '[ nuage ]', 'nuage', 'sections.2.photos', 'een lijst: de namen van'],
    ['accueil', /ption: .*/, `ption: ${'a'.repeat(161)}`, 'description', 'tekst van 161 tekens'],
    ['accueil', ': 4.5', ': "4,50"', 'sections.1.facts.1.price.amount', "'4,50'; verwacht"],
    ['accueil', 'subject: Ba', 'subjet: Ba', 'sections.4.button', 'label en to (een pagina), of'],
    ['accueil', 'kind: quote', '# kind: quote', 'sections.3', 'kind: hero, introduction'],
    ['messages.yaml', 'sur {count}', '', 'carousel.position', 'met {index} en {count}'],
    [
      'messages.yaml',
      '[ Particulier,',
      `[ ${'a'.repeat(101)},`,
      'options.clientType',
      'van hoogstens 100 tekens',
    ],
    ['messages.yaml', 'close: Fermer', 'close: F {x}', 'shell.close', 'zonder { en }'],
    ['messages.yaml', 'close: Fermer', 'close: ‘F’', 'shell.close', 'kromme in plaats van'],
    ['accueil', /text: Le d.*/, 'text: “Tout.”', 'sections.3.text', 'kromme in plaats van'],
    ['photos/photos.yaml', '[ 30, 60 ]', '[ 30, 160 ]', 'colline.focus', 'van 0 tot 100'],
    ['mails.yaml', /subject: .*/, 'subject: |\n    a\n    b', 'confirmation.subject', '2 regels'],
    ['notice.yaml', '2031-08-01', '1/8/2031', 'from', 'jaar-maand-dag'],
    ['notice.yaml', '2031-08-21', '2031-07-31', 'until', "komt voor '2031-08-01'"],
    ['notice.yaml', '/demande', '/noel', 'link.to', 'of naar iets wat verborgen is'],
    ['notice.yaml', '/demande', '"/menu#cave"', 'link.to', 'of naar iets wat verborgen is'],
    ['notice.yaml', '/demande', '"/demande#scroll-content"', 'link.to', 'leidt nergens heen'],
    ['demande', '[ /contact,', '[ /la-carte,', 'redirects.0', 'is ook van de pagina ‘La carte’'],
    ['carte', '[ /menu ]', '[ /api ]', 'redirects.0', "'/api' gebruikt de site zelf"],
    ['carte', 'anchor: la-carte', 'anchor: plats', 'sections.1.anchor', "ook het anker 'plats'"],
    [
      'carte',
      'lines:',
      'lignes:',
      'sections.1.lines',
      'is niet ingevuld; verwacht wordt een lijst',
    ],
    ['carte', 'anchor: la-carte', 'anchor: menu', 'sections.0.anchor', 'gebruikt de site zelf'],
    ['carte', 'anchor: la-carte', 'anchor: main', 'sections.0.anchor', 'gebruikt de site zelf'],
    [
      'carte',
      'anchor: la-carte',
      'anchor: scroll-content',
      'sections.0.anchor',
      'gebruikt de site zelf',
    ],
    ['carte', 'anchor: la-carte', 'anchor: file-4', 'sections.0.anchor', 'Een ander deel heeft'],
    [
      'accueil',
      '  - kind: quote',
      '  - { kind: hero, sentence: a, scrollLink: b, photos: [ nuage ] }\n  - kind: quote',
      'sections.3.kind',
      'heeft al een deel ‘Grote foto’s’',
    ],
    [
      'carte',
      '  - kind: allergens',
      '  - { kind: hero, sentence: a, scrollLink: b, photos: [ nuage ] }\n  - kind: allergens',
      'sections.2.kind',
      'staat altijd bovenaan',
    ],
    [
      'pour-tous',
      /- kind: text[\s\S]*/,
      '- { kind: hero, sentence: a, scrollLink: b, photos: [ nuage ] }\n',
      'sections.0.kind',
      'Onder ‘Grote foto’s’ staat niets',
    ],
    ['introuvable', 'not-found', 'not-found\n    hidden: true', 'sections', 'zijn verborgen'],
    [
      'introuvable',
      /kind: [\s\S]*/,
      '{ kind: picture, photo: foret }',
      'sections',
      'Geen enkel deel heeft een kop',
    ],
    ['accueil', 'ct: Buffet', 'ct: Bufet', 'sections.1.proposal.subject', "'Bufet' is geen"],
    ['carte', 'Voici', '[Voici](/x)', 'sections.0.paragraphs.0', "'/x' leidt nergens heen"],
    ['carte', 'Voici', '[V](javascript:a)', 'sections.0.paragraphs.0', 'mailto: of tel:'],
    ['carte', 'Voici', '![x](/y.jpg)', 'sections.0.paragraphs.0', '![x](/y.jpg)'],
    [
      'carte',
      'file: menu-du',
      'file: Menu-du',
      'sections.3.file',
      "bestand 'Menu-du-mois.pdf' is er niet",
    ],
    [
      'accueil',
      'text: É',
      'text: |-\n      - O\n      - É',
      'sections.4.text',
      'één of twee zinnen',
    ],
    ['accueil', '- Des', '- <b>Des</b>', 'sections.2.paragraphs.0', "'<b>' is HTML"],
    ['accueil', '- Des', '- Des&nbsp;', 'sections.2.paragraphs.0', "'&nbsp;' is HTML"],
    ['accueil', '- Des', '- Une &frac12;', 'sections.2.paragraphs.0', "'&frac12;' is HTML"],
    ['accueil', '- Des', '- <div>Des</div>', 'sections.2.paragraphs.0', "'<div>' is HTML"],
    [
      'photos/photos.yaml',
      'colline:',
      'mûre: { focus: [ 50, 50 ], alt: a }\ncolline:',
      'mûre',
      'gebruik letters zonder accent',
    ],
    ['site.yaml', 'page: /vie', 'page: /v', 'privacy.page', "geen zichtbare pagina '/v-privee'"],
    ['site.yaml', ': altcha', ': turnstile', 'captcha.siteKey', 'van turnstile'],
    ['company.yaml', '"18:00"', '"13:30"', 'openingHours.1.until', 'een ander uur'],
    ['company.yaml', 'entreprise individuelle', 'SRL', 'court', '‘Rechtbank’ is nog leeg'],
    ['brand.yaml', '#a8481a', '#e8a87a', 'colors.accent', 'te weinig contrast'],
    ['brand.yaml', /colors:[\s\S]*?(?=\nfonts)/, INVERTED, 'colors.ink', 'lichter dan paper'],
  ])('a mistake is named with its field: %s: %s → %j', async (name, from, to, path, message) => {
    const file = fileOf(name);
    await content.edit(file, from, to);
    await expectOne(`${file} ${path}`, message);
  });

  test.each([
    ['accueil', '[ /, ', '[ ', 'pages', 'is de startpagina'],
    ['introuvable', 'path: /404', 'path: /405', 'pages', 'adres dat niet bestaat'],
    [
      'carte',
      /kind: introduction\n.*\n.*\n.*\n.*/,
      'kind: enquiry-form\n    heading: a\n    intro: b',
      'pages/demande.yaml sections.0.kind',
      'Op de pagina ‘La carte’ staat al een formulier',
    ],
    [
      'demande',
      /kind: enquiry-form\n.*\n.*/,
      'kind: introduction\n    heading: a\n    paragraphs: [ b ]',
      `${ACCUEIL} sections.1.proposal.subject`,
      'geen aanvraagformulier',
    ],
  ])('pages must agree with each other: %s, %s → %j', async (edited, from, to, place, message) => {
    await content.edit(fileOf(edited), from, to);
    await expectOne(place, message);
  });

  test('HTML in a plain text, which has no escapes, is a warning', async () => {
    await content.edit('messages.yaml', /submit: .*/, 'submit: A&nbsp;!');
    expect(await content.findings()).toEqual([]);
    expect(await content.findings('warning')).toContainEqual(
      expect.stringMatching(/^messages\.yaml form\.submit: '&nbsp;' is HTML/),
    );
  });

  test('HTML in an escape is no mistake', async () => {
    await content.edit(fileOf('accueil'), '- Des', '- \\<b>Des\\</b>\\&nbsp;');
    expect(await content.findings()).toEqual([]);
  });

  test.each([
    ['<div>Des</div> & <i>tartes</i>', '\\<div>Des\\</div> & \\<i>tartes\\</i>'],
    ['À 3 < 4 &frac12; \\<b>l\\</b>, <br>', 'À 3 < 4 \\&frac12; \\<b>l\\</b>, \\<br>'],
    ['<!-- rien -->', '\\<!-- rien -->'],
    ['`des`', '\\`des`'],
  ])('the markup %j is reported with an example that is accepted: %j', async (text, expected) => {
    const file = fileOf('accueil');
    await content.edit(file, /- Des.*/, `- |-\n        ${text}`);
    const { findings } = await content.load();
    const [{ path, example = '' } = {}] = findings.filter(({ severity }) => severity === 'error');
    expect(path).toEqual(['sections', 2, 'paragraphs', 0]);
    expect(example).toBe(expected);
    await content.edit(file, text, example);
    expect(await content.findings()).toEqual([]);
  });

  test('a heading within a text is reported without an example', async () => {
    await content.edit(fileOf('accueil'), /- Des.*/, "- '# Des <b>tartes</b>'");
    const { findings } = await content.load();
    const [{ path, example } = {}] = findings.filter(({ severity }) => severity === 'error');
    expect({ path, example }).toEqual({ path: ['sections', 2, 'paragraphs', 0] });
  });

  test('opening hours that are shown and not filled in are a mistake', async () => {
    await content.edit('company.yaml', /openingHours:[\s\S]*/, 'openingHours: []\n');
    const findings = await content.findings();
    expect(findings).toEqual([
      expect.stringMatching(/^pages\/\S+ sections\.\d+\.kind: Er staan geen openingsuren/),
    ]);
  });

  /** Expects one error. It may be reported again only at the links that lead to it. */
  async function expectOne(place: string, message: string) {
    const findings = await content.findings();
    expect(findings[0]).toContain(`${place}: `);
    expect(findings[0]).toContain(message);
    expect(new Set(findings.map((finding) => finding.split(': ')[1])).size).toBe(1);
  }

  test('every mistake of every file is reported at once', async () => {
    await content.edit('company.yaml', /slug: .*/, 'slug: La Mésange');
    await content.edit('site.yaml', 'copyrightYear: 2025', 'copyrightYear: "2025"');
    await content.edit(CARTE, 'Picture: tuile', 'Picture: tuil');
    await rename(content.path('photos/tuile.jpg'), content.path('photos/tuile.HEIC'));
    await rm(content.path('photos/foret.jpg'));
    await copyFile(content.path('photos/nuage.jpg'), content.path('photos/nuage.png'));
    const findings = await content.findings();
    expect(findings).toEqual([
      expect.stringContaining('company.yaml slug: '),
      expect.stringContaining(`${CARTE} socialPicture: De foto 'tuil' is er niet meer`),
      expect.stringMatching(/^photos\/photos.yaml foret: Er is geen foto foret.jpg/),
      expect.stringMatching(/^photos\/photos.yaml nuage: nuage.jpg en nuage.png /),
      expect.stringMatching(/^photos\/photos.yaml tuile: tuile.HEIC .* Structuren/),
      expect.stringContaining('site.yaml copyrightYear: '),
    ]);
  });
});

describe('syntax errors', () => {
  test.each([
    ['a tab', 'a:\n\tb: 1', 2, 'met een tab'],
    ['an indent', 'a:\n  b: 1\n c: 2', 3, 'springt niet goed in'],
    ['a colon', 'a: Recepties: groot', 1, 'dubbele punt'],
    ['an open quote', 'a: 1\nb: "groot\nc: 2', 2, 'gaat open en niet dicht'],
    ['text behind a quote', 'a: "groot" feest', 1, 'aanhalingsteken dat dichtgaat'],
    ['a YAML alias', 'a: *nieuw', 1, 'begint met een teken'],
    ['a YAML tag', 'a: !nieuw ja', 1, 'begint met een teken'],
    ['a field twice', 'a: 1\nb: 2\na: 3', 3, 'een tweede keer'],
  ])('%s is reported with its line', (_name, text, line, message) => {
    const read = readYaml('site.yaml', Buffer.from(text));
    expect(read).toMatchObject({ error: { line, message: expect.stringContaining(message) } });
  });

  test('letters that are not UTF-8 are reported', async () => {
    await writeFile(content.path('mails.yaml'), Buffer.from('greeting: Caf\u00e9\n', 'latin1'));
    expect(await content.findings()).toEqual([
      expect.stringContaining('bewaar het bestand als UTF-8'),
    ]);
  });

  test('a missing or empty file is reported', async () => {
    await rm(content.path('site.yaml'));
    await writeFile(content.path('company.yaml'), '');
    const { message } = new ContentError((await content.load()).findings);
    expect(message).toContain('content/site.yaml\n  Dit bestand ontbreekt');
    expect(message).toContain('Voorbeeld: url: https://maanzaad.example\n');
    expect(message).toContain('een groep met deze velden: sample, name, legalForm');
  });
});

describe('warnings, which do not stop publishing', () => {
  test('a field of another version is left out with a warning', async () => {
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

  test('an unknown kind of section, and a page with no other section, are left out with a warning', async () => {
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

  test('unused photos and files are a warning', async () => {
    await mkdir(content.path('files/oud'));
    await writeFile(content.path('files/oud/kaart.pdf'), '');
    await content.edit(ACCUEIL, 'photos: [ nuage ]', 'photos: [ tuile ]');
    await content.edit('pages/ecoles.yaml', 'photos: [ nuage ]', 'photos: [ soleil ]');
    await rename(content.path('pages/ecoles.yaml'), content.path('pages/ecoles.yml'));
    await writeFile(content.path('files/los.pdf'), '');
    await writeFile(content.path('photos/IMG_1.heic'), '');
    const findings = await content.findings('warning');
    expect(findings.slice(1).map((finding) => finding.split(/[ :]/)[0])).toEqual([
      'files/los.pdf',
      // Subfolders of `files` are not published.
      'files/oud/kaart.pdf',
      'pages/ecoles.yml',
      'photos/IMG_1.heic',
      'photos/photos.yaml',
    ]);
  });
});

test('content in another language is read without hidden parts and with defaults', async () => {
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

test('a file is found by its name, however the accents are stored', async () => {
  const composed = 'carte-d’été.pdf'.normalize('NFC');
  await writeFile(content.path(`files/${composed.normalize('NFD')}`), '%PDF-1.4');
  await rm(content.path('files/menu-du-mois.pdf'));
  await content.edit(CARTE, 'file: menu-du-mois.pdf', `file: ${composed}`);
  await content.edit(CARTE, 'Voici', `[Voici](/files/${composed.normalize('NFD')})`);
  expect(await content.findings()).toEqual([]);
});

test('opening hours past midnight and a link to a hero are accepted', async () => {
  await content.edit('company.yaml', '"18:00"', '"02:00"');
  await content.edit(ACCUEIL, 'kind: hero', 'kind: hero\n    anchor: photos');
  await content.edit(CARTE, '/accueil#buffets', '/accueil#photos');
  expect(await content.findings()).toEqual([]);
});

test('pages with the same place in the menu are sorted by title', async () => {
  await content.edit(CARTE, 'place: 3', 'place: 2');
  await content.edit(CARTE, 'title: La carte', 'title: Zakouski');
  const { content: read } = await content.load();
  const labels = navigationOf(read?.pages ?? []).map(({ label }) => label);
  expect(labels).toEqual(['Demande', 'Accueil', 'La carte', 'Écoles']);
});

describe('the facts of a real company', () => {
  const REAL: [file: string, from: RegExp | string, to: string][] = [
    ['company.yaml', 'sample: true', 'sample: false'],
    ['company.yaml', 'Ruelle des Tilleuls 00', 'Ruelle des Tilleuls 4'],
    ['company.yaml', '"0005"', '"9992"'],
    ['company.yaml', '080 00 00 00', '080 12 34 56'],
    ['company.yaml', /\.example/, '.com'],
    ['company.yaml', '.example', '.be'],
    ['company.yaml', 'BE 0000.000.000', 'BE 0403.170.701'],
    ['company.yaml', 'legalForm: entreprise individuelle', 'legalForm: SRL\ncourt: RPM Liège'],
    ['company.yaml', /owner: .*\n/, ''],
    ['site.yaml', /\.example/g, '.be'],
    ['pages/ecoles.yaml', '.example', '.be'],
  ];

  test.each([
    ['valid facts', '', '', undefined],
    ['a postcode out of range', '"9992"', '"9999"', 'postalAddresses.0.postalCode'],
    ['a wrong check number', '0403.170.701', '0403.170.702', 'vatNumber'],
    ['a telephone number too short', '080 12 34 56', '080 12 34', 'phone'],
    ['a court without its register', 'RPM Liège', 'Liège', 'court'],
    ['a fact of the sample', 'La Mésange', 'Maanzaad', 'name'],
  ])('the facts of a real company follow Belgian rules: %s', async (_name, from, to, path) => {
    for (const [file, before, after] of REAL) await content.edit(file, before, after);
    if (from !== '') await content.edit('company.yaml', from, to);
    const findings = await content.findings();
    expect(findings.map((finding) => finding.split(':')[0])).toEqual(
      path === undefined ? [] : [`company.yaml ${path}`],
    );
  });
});

test('the examples of every file are valid', () => {
  for (const { file, schema } of [...Object.values(CONTENT_FILES), PAGE]) {
    const read = readYaml(file, Buffer.from(writeExample(schema)));
    expect(v.safeParse(schema, 'yaml' in read && read.yaml.value).issues, file).toBeUndefined();
    const whole = exampleValue(schema, { includesOptional: true });
    expect(v.safeParse(schema, whole).issues, file).toBeUndefined();
  }
});

test.each([
  ['"2031-02-30"', 'een dag die bestaat'],
  ['1/8/2031', 'een dag die bestaat'],
])('a full day %s stops publishing', async (day, expected) => {
  await writeFile(content.path('full-days.yaml'), `days:\n  - "2031-08-01"\n  - ${day}\n`);
  const findings = await content.findings();
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('full-days.yaml');
  expect(findings[0]).toContain(expected);
});
