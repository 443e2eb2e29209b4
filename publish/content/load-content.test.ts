import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { copyContentForEachTest, placeOf } from '../../tests/content-copy.ts';

const content = copyContentForEachTest();

it('reads another caterer in another language, without what is hidden', async () => {
  const { content: read, warnings } = await content.load();
  expect(read.company.legalForm).toBe('entreprise individuelle');
  expect(read.notice?.from).toBe('2031-08-01');
  expect(read.pages.map(({ path }) => path)).toEqual([
    ...['/accueil', '/la-carte', '/demande', '/ecoles', '/404', '/accessibilite', '/vie-privee'],
  ]);
  const headings = read.pages.flatMap(({ sections }) =>
    sections.map((one) => 'heading' in one && one.heading),
  );
  expect(headings).toContain('À table');
  expect(headings).not.toContain('La cave');
  expect(warnings).toEqual([]);
});

it('reads a folder saved on Windows, with longer lists and without a notice', async () => {
  const file = content.path('pages/accueil.yaml');
  await content.edit('pages/accueil.yaml', '[soleil, ', '[nuage, foret, tuile, soleil, ');
  const text = await readFile(file, 'utf8');
  await writeFile(file, `\uFEFF${text.replaceAll('\n', '\r\n')}`);
  await writeFile(content.path('pages/.DS_Store'), '');
  await rm(content.path('notice.yaml'));
  const { pages, notice } = (await content.load()).content;
  expect(pages[0]?.sections[0]).toMatchObject({ sentence: 'Le couvert est déjà mis.' });
  expect(pages[0]?.sections[0]).toHaveProperty('photos.length', 6);
  expect(notice).toBeUndefined();
});

describe('files', () => {
  it('that are missing or empty are named, with what belongs in them', async () => {
    await rm(content.path('site.yaml'));
    await writeFile(content.path('company.yaml'), '');
    const { message } = await content.loadProblems();
    expect(message).toContain('content/site.yaml\n  Nu:        dit bestand ontbreekt');
    expect(message).toContain(
      '  Voorbeeld: url: https://maanzaad.example\n             locale: nl-BE',
    );
    expect(message).toContain('een groep met deze velden: sample, name, legalForm');
  });

  it('that nobody reads are named, and the one that was probably meant', async () => {
    await rename(content.path('pages/ecoles.yaml'), content.path('pages/ecoles.yml'));
    await writeFile(content.path('company kopie.yaml'), '');
    const { problems } = await content.loadProblems();
    expect(problems.map(({ file, expected }) => `${file}: ${expected}`)).toEqual([
      'company kopie.yaml: company.yaml, denken we; geef het die naam of haal het hier weg',
      'pages/ecoles.yml: pages/ecoles.yaml, denken we; geef het die naam of haal het hier weg',
    ]);
  });

  it.each([
    ['latin1', 'regel 2', Buffer.from('# Woorden\ngreeting: Caf\u00e9\n', 'latin1')],
    ['utf16le', 'regel 1', Buffer.from('\uFEFF# Woorden\n', 'utf16le')],
  ])('that are not UTF-8 but %s are named with their line', async (_encoding, line, bytes) => {
    await writeFile(content.path('mails.yaml'), bytes);
    const { message } = await content.loadProblems();
    expect(message).toContain(`content/mails.yaml, ${line}\n`);
    expect(message).toContain('Codering: UTF-8');
  });

  it('from a phone are named wherever they lie, with how to convert them', async () => {
    await rename(content.path('photos/nuage.jpg'), content.path('photos/nuage.HEIC'));
    await writeFile(content.path('files/menu.heif'), '');
    const { problems } = await content.loadProblems();
    const told = problems.filter(({ expected }) => expected.includes('Meest compatibel'));
    expect(told.map(placeOf)).toEqual(['files/menu.heif', 'photos/photos.yaml nuage']);
  });
});

it('lists every mistake of every file at once, in reading order', async () => {
  await content.edit('company.yaml', 'name: La', 'naam: La\nkleur: groen\n#');
  await content.edit('site.yaml', 'copyrightYear: 2025', 'copyrightYear: "2025"');
  await content.edit('messages.yaml', 'photo {index}\n', 'photo\n');
  await content.edit('pages/accueil.yaml', 'photos: [nuage]', 'photos: [nuages]');
  await content.edit('pages/accueil.yaml', 'path: /accueil', 'path: /api');
  await rm(content.path('photos/tuile.jpg'));
  const { problems, message } = await content.loadProblems();
  expect(problems.map(placeOf)).toEqual([
    'company.yaml naam',
    'company.yaml kleur',
    'messages.yaml carousel.goTo',
    'pages/accueil.yaml path',
    'pages/accueil.yaml sections.2.photos.0',
    'pages/carte.yaml sections.1.lines.2.to',
    'pages/introuvable.yaml sections.0.button.to',
    'photos/photos.yaml tuile',
    'site.yaml copyrightYear',
  ]);
  expect(message).toMatch(/^Er staan 9 fouten in de map content:/);
});

it('gives the line of a mistake deep in a list, and of a field written twice', async () => {
  await content.edit('company.yaml', 'town: Saint-Bolet', 'town: Saint-Bolet\n    town: Ailleurs');
  const { message } = await content.loadProblems();
  expect(message).toContain('company.yaml, regel 14, postalAddresses > nr. 1 > town');
  expect(message).toContain("'town' staat hier een tweede keer");
  expect(message).toContain(
    'haal dit weg of wat op regel 13 staat\n  Voorbeeld: town: Saint-Bolet',
  );
});
