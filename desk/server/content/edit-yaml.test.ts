import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { readYaml } from '../../../publish/content/read-yaml.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { applyOperation, inverseOf, type Operation } from '../../shared/operations.ts';
import { type MaybeValue, type Value, valueAt } from '../../shared/values.ts';
import { editYaml } from './edit-yaml.ts';

const texts = new Map<string, string>();
for (const file of await listFiles('content')) {
  if (file.endsWith('.yaml')) texts.set(file, await readFile(join('content', file), 'utf8'));
}
const home = texts.get('pages/home.yaml') ?? '';
const homeValue = parseDocument(home).toJS() as Value;

const set = (path: FieldPath, value: Value): Operation => ({ type: 'set', path, value });
const remove = (...path: FieldPath): Operation => ({ type: 'remove', path });
const insert = (path: FieldPath, value: Value): Operation => ({ type: 'insert', path, value });
const move = (path: FieldPath, to: number): Operation => ({ type: 'move', path, to });
const sectionsOf = (value: Value) => valueAt(value, ['sections']) as Value[];

/** Reads a text as publishing reads it. */
function read(text: string | null): unknown {
  const result = readYaml('', Buffer.from(text ?? ''));
  if ('error' in result) throw new Error(`${result.error.message}\n${text}`);
  return result.yaml.value;
}

test('an edit of any value changes only its lines and can be reverted', () => {
  let tried = 0;
  for (const [file, text] of texts) {
    const value = parseDocument(text).toJS() as Value;
    for (const path of pathsIn(value, [])) {
      const before = valueAt(value, path) ?? null;
      if (typeof before === 'object' && before !== null) continue;
      const change = set(path, otherThan(before));
      const edited = editYaml(text, [change]);
      const lines = edited.text?.split('\n').filter((line) => !text.split('\n').includes(line));
      // A folded text has several lines, and a short one stays on its own.
      const most = typeof before === 'string' && before.length > 60 ? 12 : 1;
      expect(lines?.length, `${file} ${path.join('.')}`).toBeLessThanOrEqual(most);
      expect(read(edited.text)).toEqual(applyOperation(value, change));
      const back = editYaml(edited.text, [inverseOf(value, change)]);
      expect(back.text, `${file} ${path.join('.')}`).toBe(text);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(500);
});

test('sections keep their comments when one moves and changes', () => {
  const at = sectionsOf(homeValue).findIndex(
    (section) => valueAt(section, ['kind']) === 'menu-card',
  );
  const heading = String(valueAt(homeValue, ['sections', at, 'heading']));
  const there = [move(['sections', at], 0), set(['sections', 0, 'heading'], 'Nieuw')];
  const { text } = editYaml(home, there);
  expect(text).toMatch(/sections:\n {2}# De menukaart: .*\n {2}- kind: menu-card/);
  expect(text?.match(/#/g)?.length).toBe(home.match(/#/g)?.length);
  const back = [set(['sections', 0, 'heading'], heading), move(['sections', 0], at)];
  expect(editYaml(text, back).text).toBe(home);
});

test('a section that is replaced takes no comment of the one before', () => {
  const text = 'list:\n  # over een\n  - { kind: a }\n  - { kind: b }\n';
  const replace = [remove('list', 0), insert(['list', 0], { kind: 'a' })];
  const other = [...replace, set(['list', 0, 'new'], true)];
  expect(editYaml(text, replace).text).toBe(text);
  expect(editYaml(text, other).text).not.toContain('#');
});

test('a YAML list on one line stays on one line after an edit', () => {
  const { text } = editYaml('days: [ ma, di ]\n', [set(['days'], ['wo'])]);
  expect(text).toBe('days: [ wo ]\n');
});

test('a map with numeric keys keeps its comments', () => {
  const text = "2027:\n  # dit jaar\n  alt: 'Een'\n2028:\n  alt: Twee\n";
  const edited = editYaml(text, [remove('2028'), set(['2027', 'alt'], 'Drie')]);
  expect(edited.text).toBe('"2027":\n  # dit jaar\n  alt: \'Drie\'\n');
});

test('a value that no schema accepts is written as it is', () => {
  const operations = [set(['title'], ''), set(['sections', 0, 'sentence'], null), remove('path')];
  const { text, value } = editYaml(home, operations);
  expect(value).toMatchObject({
    title: '',
    sections: [{ sentence: null }, ...new Array(sectionsOf(homeValue).length - 1).fill({})],
  });
  expect(read(text)).toEqual(operations.reduce<MaybeValue>(applyOperation, homeValue));
});

describe('any text in place of one in any style', () => {
  const STYLES: Record<string, string> = {
    plain: 'a: 1 # over a\nlist:\n  # over de tekst\n  - text: Onze kok kookt\n    b: 2\n',
    'plain, folded': 'list:\n  - text: Onze kok\n      kookt\n    b: 2\n',
    single: "list:\n  - text: 'Onze kok' # hier\n    b: 2\n",
    double: 'list:\n  - text: "Onze kok"\n    b: 2\n',
    folded: 'list:\n  - text: >-\n      Onze kok\n      kookt\n    b: 2\n',
    literal: 'list:\n  - text: |-\n      Onze kok\n      kookt\n    b: 2\n',
    'literal, kept end': 'list:\n  - text: |+\n      Onze kok\n\n    b: 2\n',
    'flow map': 'list: [ { text: Onze kok, b: 2 } ]\n',
    'flow map, single': "list: [ { text: 'Onze kok', b: 2 } ]\n",
    missing: 'list:\n  - b: 2\n',
    empty: 'list:\n  - text:\n    b: 2\n',
  };
  const NASTY = [
    ...['Beste,\n\nWe vragen:\neen naam', 'Inbegrepen in de prijs:\n\n- soep\n- brood', '?\nsoep'],
    ...[
      '-\nsoep',
      ':\nsoep',
      'soep:',
      ': soep',
      '# soep',
      'soep # brood',
      ' soep',
      'soep ',
      '\n',
      '',
    ],
    ...[
      'a\n\n\nb',
      'a\n b\n  c',
      '\ta',
      'a\tb',
      'a \nb',
      'a\n \nb',
      '---',
      '...',
      '--- a',
      '%YAML 1.2',
    ],
    ...[
      '*a',
      '&a',
      '!a',
      '!!str a',
      '@a',
      '`a',
      '{',
      '}',
      '[',
      ']',
      'a, b',
      '"a',
      "'a",
      '\\n',
      '|',
      '>',
    ],
    ...[
      'null',
      '~',
      'true',
      'yes',
      '12',
      '1e3',
      '0x1f',
      '2027-01-01',
      '.inf',
      '<<',
      '=',
      'a: b: c',
    ],
    ...['\r\n', 'a\rb', '\u0085', '\u2028', '\ufeff', '\u00a0a', '\u200b', '\0', '\u{1F382}', 'ë'],
    `${'lang '.repeat(60)}:`,
    `${'lang  '.repeat(40)}einde`,
    `${'a'.repeat(300)}\n${'b '.repeat(200)}`,
  ];
  const bits = fc.constantFrom(
    'a',
    ' ',
    '  ',
    '\n',
    '\n\n',
    ':',
    ': ',
    '-',
    '- ',
    '#',
    '?',
    '"',
    "'",
    '\\',
    '|',
    '>',
    '%',
    '&',
    '*',
    '!',
    '{',
    '}',
    '[',
    ']',
    ',',
    '@',
    '`',
    '~',
    '\t',
    '\r',
    'soep ',
    '\u0085',
    '\u2028',
  );
  const text = fc.oneof(
    fc.constantFrom(...NASTY),
    fc.array(bits, { maxLength: 14 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  );
  const operationWith = (value: string): fc.Arbitrary<Operation> =>
    fc.constantFrom(
      set(['list', 0, 'text'], value),
      insert(['list', 0], { text: value, b: value }),
      insert(['list', 1], value),
      set(['list', 0], { [value || 'x']: value }),
      set(['list', 0], [value, [value]]),
    );

  test.each(Object.entries(STYLES))('any text in place of %s reads back as typed', (_, before) => {
    const value = parseDocument(before).toJS() as Value;
    const check = (operations: Operation[]) => {
      const edited = editYaml(before, operations);
      const expected = operations.reduce<MaybeValue>(applyOperation, value);
      expect(edited.value).toEqual(expected);
      expect(read(edited.text)).toEqual(expected);
      // The next edit starts from the text that this one wrote.
      const next = editYaml(edited.text, [set(['c'], 'Later')]);
      expect(read(next.text)).toEqual(applyOperation(expected, set(['c'], 'Later')));
    };
    for (const nasty of NASTY) check([set(['list', 0, 'text'], nasty)]);
    fc.assert(
      fc.property(text.chain(operationWith), text, (operation, second) =>
        check([operation, set(['list', 0], second)].slice(0, second.length % 2 ? 1 : 2)),
      ),
      { numRuns: 300, seed: 46 },
    );
  });

  test('a text in place of another keeps the comments and the other lines', () => {
    for (const nasty of NASTY.filter((text) => text.trim() !== '')) {
      const edited = editYaml(STYLES.plain ?? '', [set(['list', 0, 'text'], nasty)]);
      expect(edited.text).toContain('a: 1 # over a');
      expect(edited.text).toContain('# over de tekst');
    }
  });
});

test('after any series of edits the file contains what the app shows', () => {
  const pick = fc.record({
    path: fc.constantFrom(...pathsIn(homeValue, [])),
    type: fc.constantFrom('set', 'remove', 'insert', 'move'),
    value: fc.constantFrom<Value>(
      '',
      'Tekst',
      'Twee:\nregels',
      { kind: 'quote' },
      7,
      null,
      true,
      [],
      ['a', ''],
    ),
  });
  fc.assert(
    fc.property(fc.array(pick, { maxLength: 8 }), (picked) => {
      const operations: Operation[] = [];
      let shown = homeValue;
      for (const { path, type, value } of picked) {
        if (valueAt(shown, path) === undefined) continue;
        const isEntry = Array.isArray(valueAt(shown, path.slice(0, -1)));
        let operation = type === 'remove' ? remove(...path) : set(path, value);
        if (isEntry && type === 'insert') operation = insert(path, value);
        if (isEntry && type === 'move') operation = move(path, 0);
        operations.push(operation);
        const next = applyOperation(shown, operation) as Value;
        expect(applyOperation(next, inverseOf(shown, operation))).toEqual(shown);
        shown = next;
      }
      expect(read(editYaml(home, operations).text)).toEqual(shown);
    }),
    { numRuns: 300, seed: 29 },
  );
});

/** All values within a value, by their paths. */
function* pathsIn(value: Value, path: FieldPath): Generator<FieldPath> {
  if (typeof value !== 'object' || value === null) return;
  const steps = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, inner] of steps) {
    yield [...path, step];
    yield* pathsIn(inner, [...path, step]);
  }
}

function otherThan(value: Value): Value {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value} x`.trim() : 'x';
}
