import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { copyContentForEachTest } from './content-copy.ts';
import { loadContent } from './load-content.ts';

const content = copyContentForEachTest();

it('reads the sample content', async () => {
  const { company, pages, photos } = await loadContent('content');
  expect(company.slug).toBe('maanzaad');
  expect(pages.feesten.blocks.map(({ heading }) => heading)).toContain('Walking Dinner');
  expect(photos.pages['home-hero'].length).toBeGreaterThan(0);
});

it('reads a folder saved on Windows: byte order mark and CRLF', async () => {
  const file = content.path('company.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, `\uFEFF${text.replaceAll('\n', '\r\n')}`);
  expect((await loadContent(content.path())).company.name).toBe('Maanzaad');
});

describe('files', () => {
  it('names a file that is missing', async () => {
    await rm(content.path('pages/info.yaml'));
    const { message } = await content.loadProblems();
    expect(message).toContain('content/pages/info.yaml\n  Nu:        dit bestand ontbreekt');
    expect(message).toContain('  Voorbeeld: title: Contact\n             description: ');
  });

  it('names an empty file and shows what belongs in it', async () => {
    await writeFile(content.path('pages/info.yaml'), '');
    const { message } = await content.loadProblems();
    expect(message).toContain('een groep met deze velden: title, description, heading, intro');
    expect(message).toContain('heading: Contact');
  });

  it('names a file that nobody reads, and the one that was probably meant', async () => {
    await rename(content.path('pages/home.yaml'), content.path('pages/home.yml'));
    await writeFile(content.path('company kopie.yaml'), '');
    await writeFile(content.path('pages/.DS_Store'), '');
    const { problems, message } = await content.loadProblems();
    expect(problems.map(({ file }) => file)).toEqual([
      'company kopie.yaml',
      'pages/home.yaml',
      'pages/home.yml',
    ]);
    expect(message).toContain('pages/home.yaml, denken we');
    expect(message).toContain('Voorbeeld: content/pages/home.yaml');
  });

  it.each([
    ['latin1', 'regel 2', Buffer.from('# Woorden\ngreeting: Caf\u00e9\n', 'latin1')],
    ['utf16le', 'regel 1', Buffer.from('\uFEFF# Woorden\n', 'utf16le')],
  ])('names a file and line that are not UTF-8 but %s', async (_encoding, line, bytes) => {
    await writeFile(content.path('mails.yaml'), bytes);
    const { message } = await content.loadProblems();
    expect(message).toContain(`content/mails.yaml, ${line}\n`);
    expect(message).toContain("bewaard is; kies dat bij 'Opslaan als'");
    expect(message).toContain('Codering: UTF-8');
  });

  it('names a photo without a file, and the file that looks like it', async () => {
    await rename(content.path('photos/vijgen.jpg'), content.path('photos/Vijgen.jpg'));
    const { problems } = await content.loadProblems();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: 'photos/photos.yaml', field: ['photos', 'vijgen'] });
    expect(problems[0]?.found).toContain('(wel Vijgen.jpg)');
  });

  it('takes any ending a camera writes', async () => {
    await rename(content.path('photos/vijgen.jpg'), content.path('photos/vijgen.JPEG'));
    await rename(content.path('photos/rozen.jpg'), content.path('photos/rozen.png'));
    await expect(loadContent(content.path())).resolves.toBeDefined();
  });

  it('says how to convert a HEIC photo', async () => {
    await rename(content.path('photos/vijgen.jpg'), content.path('photos/vijgen.HEIC'));
    const { message } = await content.loadProblems();
    expect(message).toContain('vijgen.HEIC is van een soort die we niet kunnen lezen');
    expect(message).toContain('bewaar hem opnieuw als JPG');
  });

  it('refuses two files for one photo', async () => {
    await writeFile(content.path('photos/vijgen.png'), '');
    const { message } = await content.loadProblems();
    expect(message).toContain('vijgen.jpg en vijgen.png');
    expect(message).toContain('Voorbeeld: content/photos/vijgen.jpg');
  });
});

it('lists every mistake of every file at once, in reading order', async () => {
  await content.edit('company.yaml', 'name: Maanzaad', 'naam: Maanzaad\nkleur: groen');
  await content.edit('site.yaml', 'copyrightYear: 2023', 'copyrightYear: "2023"');
  await content.edit('messages.yaml', 'Toon foto {index}', 'Toon foto');
  await content.edit('pages/home.yaml', 'title:', 'titel:');
  await rm(content.path('photos/vijgen.jpg'));
  const { problems, message } = await content.loadProblems();
  expect(problems.map(({ file, field }) => `${file} ${field?.join('.')}`)).toEqual([
    'company.yaml naam',
    'company.yaml kleur',
    'messages.yaml carousel.goTo',
    'pages/home.yaml titel',
    'photos/photos.yaml photos.vijgen',
    'site.yaml copyrightYear',
  ]);
  expect(message).toMatch(/^Er staan 6 fouten in de map content:/);
});

it('takes longer lists: photos, blocks, facts and paragraphs may be added', async () => {
  await content.edit(
    'photos/photos.yaml',
    'schoolcatering: [',
    'schoolcatering: [broodmand, limonade, ',
  );
  await content.edit(
    'pages/home.yaml',
    '  lines:\n',
    '  lines:\n    - { name: A, detail: b, href: /info }\n',
  );
  const { photos, pages } = await loadContent(content.path());
  expect(photos.pages.schoolcatering).toHaveLength(4);
  expect(pages.home.menu.lines).toHaveLength(8);
});

it.each([
  ['url: https://maanzaad.example', 'url: http://localhost:3000'],
  ['base: /api', 'base: /maanzaad/api'],
  ['base: /api', 'base: https://api.maanzaad.be'],
  ['base: /api', 'base: https://api.maanzaad.be:8443/v1/api'],
  ['providerUrl: ""', 'providerUrl: https://privacy.maanzaad.be/nl?klant=3#top'],
])('takes web addresses: %s, %s', async (from, to) => {
  await content.edit('site.yaml', from, to);
  await expect(loadContent(content.path())).resolves.toBeDefined();
});

it('takes a quotation as copy, from its first word to its last', async () => {
  const quotation = '“Zo lekker aten we nog nooit.”';
  await content.edit('pages/info.yaml', 'heading: Contact', `heading: ${quotation}`);
  await content.edit('pages/home.yaml', /lead: .*/, `lead: ${quotation}`);
  const { pages } = await loadContent(content.path());
  expect([pages.info.heading, pages.home.about.lead]).toEqual([quotation, quotation]);
});

it('says exactly what content/README.md shows the caterer', async () => {
  await content.edit('company.yaml', /^phoneLink: .*/m, 'phoneLink: 09 123 45 67');
  await content.edit('company.yaml', /^vatNumber:/m, 'btwNumber:');
  await content.edit('pages/feesten.yaml', 'photos: [champagne,', 'photos: [champange,');
  const { message } = await content.loadProblems();
  expect(await readFile('content/README.md', 'utf8')).toContain(message);
});
