import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import {
  childrenOf,
  type FieldPath,
  optionsOf,
  type SchemaNode,
  schemaFor,
} from '../../site/content-walk.ts';
import { copyContentForEachTest, placeOf } from '../../tests/content-copy.ts';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import { checkShape } from './check-shape.ts';
import type { ContentProblem } from './content-error.ts';
import { CONTENT_FILES, PAGE_SCHEMA } from './content-files.ts';
import { isPageFile, listFiles } from './content-folder.ts';
import { buildExample, describeExpected, writeExample } from './write-example.ts';
import { parseYaml } from './yaml/parse-yaml.ts';

const CONTENT = FIXTURE_CONTENT_DIR;
const content = copyContentForEachTest();

/** Every schema within a schema, whatever the value. */
function* listSchemas(schema: SchemaNode, path: FieldPath): Generator<[FieldPath, SchemaNode]> {
  yield [path, schema];
  const { entries = {}, item, value, wrapped, options = [] } = schema;
  const inner = [item, value, wrapped, ...options].filter((one) => typeof one === 'object');
  for (const one of inner) yield* listSchemas(one, [...path, one === wrapped ? '' : '*']);
  for (const [key, one] of Object.entries(entries)) yield* listSchemas(one, [...path, key]);
}

/** Not the one or the other address that a choice takes, which is explained with the choice. */
const isNamedOnItsOwn = (schema: SchemaNode) =>
  schema.entries !== undefined || v.getDescription(schema) !== undefined;

it('explains every field, with an example that our own reader and the schema take', () => {
  const files = [...Object.values(CONTENT_FILES), { file: 'pages/*.yaml', schema: PAGE_SCHEMA }];
  for (const { file, schema: root } of files) {
    for (const [path, schema] of listSchemas(root, [])) {
      if (!isNamedOnItsOwn(schema)) continue;
      const where = `${file} ${path.join('.')}`;
      expect(describeExpected(schema), where).not.toBe('');
      const name = path.at(-1) === '*' ? 0 : path.at(-1) || undefined;
      const { value } = read(file, writeExample(schema, name));
      const written = name === undefined ? value : (value as Record<string, unknown>)[name];
      expect(written, where).toEqual(buildExample(schema));
      expect(v.safeParse(schema, written).issues, where).toBeUndefined();
    }
  }
});

type Group = Record<string, unknown>;

/** Ways to break a field of a group, wherever it stands. */
const breaks: Record<string, (group: Group, key: string) => string> = {
  missing(group, key) {
    delete group[key];
    return key;
  },
  empty(group, key) {
    group[key] = null;
    return key;
  },
  'of another type'(group, key) {
    group[key] = typeof group[key] === 'object' ? 'tekst' : { tekst: group[key] };
    return key;
  },
  misspelt(group, key) {
    group[`${key}x`] = group[key];
    delete group[key];
    return `${key}x`;
  },
};

it.each(Object.entries(breaks))(
  'names any field that is %s once, at its place, with an example that mends it',
  async (_, breakField) => {
    let tried = 0;
    for (const file of (await listFiles(CONTENT)).filter((name) => name.endsWith('.yaml'))) {
      const root = schemaOf(file);
      const { value: good } = read(file, await readFile(`${CONTENT}/${file}`, 'utf8'));
      for (const path of listRequiredFields(root, good, [])) {
        const value = structuredClone(good);
        const group = path.slice(0, -1).reduce((one, step) => (one as Group)[step], value) as Group;
        const changed = breakField(group, String(path.at(-1)));
        const place = `${file} ${[...path.slice(0, -1), changed].join('.')}`;
        const problems: ContentProblem[] = [];
        checkShape({ file, value, lineOf: () => 1 }, root, problems);
        expect(problems.map(placeOf), place).toEqual([place]);
        delete group[changed];
        Object.assign(group, read(file, problems[0]?.example ?? '').value);
        expect(v.safeParse(root, value).issues, place).toBeUndefined();
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(150);
  },
  60_000,
);

/** Fields that a file has and must have; not those by which one of several groups is told. */
function* listRequiredFields(
  schema: SchemaNode,
  value: unknown,
  path: FieldPath,
): Generator<FieldPath> {
  const group = schemaFor(schema, value);
  const choices = optionsOf(schema).filter(({ entries }) => entries);
  for (const [step, inner, one] of childrenOf(group, value)) {
    if (!inner) continue;
    const tells =
      step === 'kind' || choices.some(({ entries = {} }) => !Object.hasOwn(entries, step));
    if (group.entries && !inner.wrapped && !tells) yield [...path, step];
    yield* listRequiredFields(inner, one, [...path, step]);
  }
}

function schemaOf(file: string): SchemaNode {
  if (isPageFile(file)) return PAGE_SCHEMA;
  const known = Object.values(CONTENT_FILES).find((one) => one.file === file);
  if (!known) throw new Error(file);
  return known.schema;
}

function read(file: string, text: string) {
  const problems: ContentProblem[] = [];
  const yaml = parseYaml(file, text, problems);
  expect(problems, text).toEqual([]);
  if (!yaml) throw new Error(text);
  return yaml;
}

const ACCUEIL = 'pages/accueil.yaml';
const mistakes: [mistake: string, file: string, RegExp | string, string, says: string[]][] = [
  ['a group', 'site.yaml', /designer:\n.*\n.*\n/, '', ['met deze velden: name, url', 'name: Atel']],
  ['white space', 'mails.yaml', /greeting: .*/, 'greeting: "  "', ['een lege tekst']],
  ['nothing', ACCUEIL, /scrollLink: .*/, 'scrollLink:', ['hier staat niets']],
  ['a number', 'company.yaml', '"0005"', '5000', ['het getal 5000; zet het tussen', '"0000"']],
  ['true', 'company.yaml', /name: .*/, 'name: true', ['true, zonder aanhalingstekens']],
  ['text for a list', ACCUEIL, '[nuage]', 'nuage', ["'nuage'", 'lijst met minstens 1', '- champ']],
  ['a list for text', ACCUEIL, 'Découvrir', '[Découvrir]', ['een lijst met streepjes']],
  [
    'a list too long',
    ACCUEIL,
    '[dès',
    '[a, b, c, dès',
    ['lijst van 5', 'minstens 2 en hoogstens 4'],
  ],
  [
    'a colon in a paragraph',
    ACCUEIL,
    '- Des',
    '- Nu: Des',
    ['velden (Nu)', 'staat er een dubbele punt'],
  ],
  [
    '161 characters',
    ACCUEIL,
    /description: .*/,
    `description: ${'a'.repeat(161)}`,
    ['een tekst van 161 tekens', 'hoogstens 160 tekens'],
  ],
  [
    'a field like no other',
    'site.yaml',
    'api:\n',
    'api:\n  kleur: groen\n',
    ["het veld 'kleur' kennen we hier niet", 'een van deze: base', 'Voorbeeld: # kleur: groen'],
  ],
  ['a near miss', 'company.yaml', 'vatNumber', 'btwNumber', ["het veld 'vatNumber', denken we"]],
  [
    'a kind of no section',
    ACCUEIL,
    'kind: offer',
    'kind: ofer',
    ["'ofer' kennen we", 'kind: offer'],
  ],
  [
    'a part of a choice',
    ACCUEIL,
    'amount: 4.5',
    'amount: "4,50"',
    ["'4,50'", 'punt voor de centen'],
  ],
  [
    'a link of two kinds',
    ACCUEIL,
    'subject: Banquet',
    'subjet: Banquet',
    ["het veld 'subject', denk"],
  ],
  ['a third of a cent', ACCUEIL, 'amount: 4.5', 'amount: 4.505', ['4.505', 'amount: 12.5']],
  [
    'a place not filled in',
    'messages.yaml',
    'sur {count}',
    '',
    ['{index} en {count}', 'Voorbeeld: p'],
  ],
  ['a place too many', 'messages.yaml', 'Fermer', 'Fermer {x}', ["'Fermer {x}'", 'zonder { en }']],
  ['three numbers', 'photos/photos.yaml', '[30, 60]', '[30, 60, 3]', ['[30, 60, 3]', '[50, 50]']],
  [
    'a point outside',
    'photos/photos.yaml',
    '[30, 60]',
    '[30, 160]',
    ['[30, 160]', 'van 0 tot 100'],
  ],
  ['a short year', 'site.yaml', '2025', '25', ['het getal 25\n', 'jaartal van vier cijfers']],
  [
    'curly quotes',
    'company.yaml',
    '"0005"',
    '“0005”',
    ['met kromme aanhalingstekens; neem rechte'],
  ],
  ['curly quotes, single', 'messages.yaml', 'Fermer', '‘Fermer’', ['kromme aanhalingstekens']],
  [
    'curly quotes, low',
    'photos/photos.yaml',
    /alt: .*/,
    'alt: „Foto”',
    ['kromme aanhalingstekens'],
  ],
  [
    'two lines',
    'mails.yaml',
    /subject: .*/,
    'subject: |\n    een\n    twee',
    ['2 regels; zet hem op'],
  ],
  ['a day that is none', 'notice.yaml', '2031-08-01', '1/8/2031', ['jaar-maand-dag', '2027-08-01']],
  [
    'an address of Windows',
    ACCUEIL,
    '[/, /bienvenue]',
    '[\\welkom]',
    ['["\\\\welkom"]', '- /recep'],
  ],
];

it.each(mistakes)('tells of %s in the words of the caterer', async (_, file, from, to, says) => {
  await content.edit(file, from, to);
  const { message, problems } = await content.loadProblems();
  for (const words of says) expect(message).toContain(words);
  expect(problems).toHaveLength(1);
});

it('leaves a quotation as it is where a text may be one', async () => {
  await content.edit(
    ACCUEIL,
    'sentence: Le couvert est déjà mis.',
    'sentence: “Le couvert est mis.”',
  );
  const { pages } = (await content.load()).content;
  const home = pages.find(({ path }) => path === '/accueil');
  expect(home?.sections[0]).toMatchObject({ sentence: '“Le couvert est mis.”' });
});
