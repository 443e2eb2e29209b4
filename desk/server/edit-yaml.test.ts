import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import type { FieldPath } from '../../site/content-walk.ts';
import { type Value, valueAt, withValue } from '../values.ts';
import { checkValue } from './content.ts';
import { editYaml } from './edit-yaml.ts';

const texts = new Map<string, string>();
for (const file of await listFiles('content')) {
  if (file.endsWith('.yaml')) texts.set(file, await readFile(join('content', file), 'utf8'));
}
const HOME = 'pages/home.yaml';
const home = texts.get(HOME) ?? '';
const homeValue = parseDocument(home).toJS() as Value;

const check = (value: Value) => checkValue(HOME, value);
const editHome = (value: Value) => editYaml(home, value, check);

type Change = [path: FieldPath, to: Value | undefined];
const withChanges = (value: Value, ...changes: Change[]) =>
  changes.reduce<Value>((one, [path, to]) => withValue(one, path, to) as Value, value);
/** The sections of the home page, with changes. */
const sectionsOf = (value: Value) => valueAt(value, ['sections']) as Value[];
const withSections = (change: (sections: Value[]) => Value[]) =>
  withChanges(homeValue, [['sections'], change(sectionsOf(homeValue))]);

it('an edit of any value changes only its lines and can be reverted', () => {
  let tried = 0;
  for (const [file, text] of texts) {
    const value = parseDocument(text).toJS() as Value;
    for (const path of pathsIn(value, [])) {
      const before = valueAt(value, path) ?? null;
      if (typeof before === 'object' && before !== null) continue;
      const next = withChanges(value, [path, otherThan(before)]);
      const edited = editYaml(text, next, () => []);
      const lines = edited.text?.split('\n').filter((line) => !text.split('\n').includes(line));
      // A folded text is several lines; what is short stays on its own.
      const most = typeof before === 'string' && before.length > 60 ? 12 : 1;
      expect(lines?.length, `${file} ${path.join('.')}`).toBeLessThanOrEqual(most);
      expect(parseDocument(edited.text ?? '').toJS()).toEqual(next);
      const back = editYaml(edited.text, value, () => []);
      expect(back.text, `${file} ${path.join('.')}`).toBe(text);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(500);
});

it('sections keep their comments when one moves and changes', () => {
  const isMenu = (section: Value) => valueAt(section, ['kind']) === 'menu-card';
  const moved = withSections((sections) => [
    ...sections.filter(isMenu).map((menu) => withValue(menu, ['heading'], 'Nieuw') as Value),
    ...sections.filter((section) => !isMenu(section)),
  ]);
  const { text, refusals } = editHome(moved);
  expect(refusals).toEqual([]);
  expect(text).toMatch(/sections:\n {2}# De menukaart: .*\n {2}- kind: menu-card/);
  expect(text?.match(/#/g)?.length).toBe(home.match(/#/g)?.length);
  expect(editYaml(text, homeValue, check).text).toBe(home);
});

it('a map with numeric keys keeps its quotes and comments', () => {
  const text = "2027:\n  # dit jaar\n  alt: 'Een'\n2028:\n  alt: Twee\n";
  const edited = editYaml(text, { '2027': { alt: 'Drie' } }, () => []);
  expect(edited.text).toBe("2027:\n  # dit jaar\n  alt: 'Drie'\n");
});

it('only the values that the schema refuses are not written', () => {
  const quote = { kind: 'quote', text: '', who: 'An' };
  const edited = editHome(
    withChanges(
      withSections((sections) => [quote, ...sections]),
      [['title'], ''],
      [['sections', 2, 'heading'], 'Wie we zijn'],
      [['sections', 2, 'lead'], undefined],
      [['description'], undefined],
    ),
  );
  for (const field of ['title', 'description']) {
    expect(valueAt(edited.value, [field])).toEqual(valueAt(homeValue, [field]));
  }
  expect(sectionsOf(edited.value)).toHaveLength(sectionsOf(homeValue).length);
  expect(valueAt(edited.value, ['sections', 0, 'kind'])).toBe('hero');
  expect(valueAt(edited.value, ['sections', 1, 'heading'])).toBe('Wie we zijn');
  expect(edited.refusals.map(({ path }) => path.join('.')).sort()).toEqual([
    'description',
    'sections.0.text',
    'title',
  ]);
});

it('only the incomplete section of a list is not written', () => {
  const complete = { kind: 'quote', text: 'Lekker.', who: 'An' };
  const incomplete = { kind: 'quote', text: '', who: 'Bert' };
  const edited = editHome(withSections((sections) => [complete, incomplete, ...sections]));
  expect(valueAt(edited.value, ['sections', 0])).toEqual(complete);
  expect(valueAt(edited.value, ['sections', 1, 'kind'])).toBe('hero');
  expect(edited.refusals.map(({ path }) => path.join('.'))).toEqual(['sections.1.text']);
});

it('a new page is written once it is complete', () => {
  const page = { path: '/nieuw', title: '', description: 'Een pagina.', sections: [] };
  expect(editYaml(null, page, check).text).toBeNull();
  const sections = [{ kind: 'quote', text: 'Ja.', who: 'An' }];
  const written = editYaml(null, { ...page, title: 'Nieuw', sections }, check);
  expect(written.refusals).toEqual([]);
  expect(written.text).toMatch(/^path: \/nieuw\ntitle: Nieuw\n/);
  expect(editYaml(written.text, written.value, check).text).toBe(written.text);
});

it('a file with a mistake made by hand can be edited and corrected', () => {
  const byHand = home.replace(/^title: .*$/m, 'title: ""');
  const value = withChanges(homeValue, [['title'], ''], [['description'], 'Anders.']);
  const moved = withChanges(value, [['sections'], sectionsOf(value).toReversed()]);
  expect(editYaml(byHand, moved, check)).toMatchObject({ refusals: [], value: moved });
  expect(check(editYaml(byHand, homeValue, check).value)).toEqual([]);
});

it('a section with a mistake made by hand can be moved', () => {
  const kind = 'quote';
  const sections = [
    { kind, text: 'Een.', who: '' },
    { kind, text: 'Twee.', who: 'An' },
  ];
  const value = withChanges(homeValue, [['sections'], sections]);
  const { text } = editYaml(home, value, () => []);
  const moved = withChanges(value, [['sections'], sections.toReversed()]);
  expect(editYaml(text, moved, check)).toMatchObject({ refusals: [], value: moved });
  const another = withChanges(value, [['sections', 1, 'who'], '']);
  const edited = editYaml(text, another, check);
  expect(edited.refusals.map(({ path }) => path)).toEqual([['sections', 1, 'who']]);
  expect(edited.value).toEqual(value);
});

it('of any edits the valid ones are written', () => {
  const quotes = ['Ja.', ''].map((text) => ({ kind: 'quote', text, who: 'An' }));
  const value = fc.constantFrom<Value>('', 'Tekst', 7, null, true, [], ['a', ''], ...quotes);
  const pick = fc.record({
    path: fc.constantFrom(...pathsIn(homeValue, [])),
    value: fc.option(value, { nil: undefined }),
    isInserted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(pick, { maxLength: 8 }), (picked) => {
      let shown = homeValue;
      for (const one of picked) {
        const list = valueAt(shown, one.path.slice(0, -1));
        const at = Number(one.path.at(-1));
        if (valueAt(shown, one.path) === undefined) continue;
        const isInserted = one.isInserted && Array.isArray(list) && one.value !== undefined;
        shown = isInserted
          ? withChanges(shown, [one.path.slice(0, -1), list.toSpliced(at, 0, one.value as Value)])
          : withChanges(shown, [one.path, one.value]);
      }
      const all = editYaml(home, shown, () => []);
      expect(parseDocument(all.text ?? '').toJS()).toEqual(shown);
      const edited = editHome(shown);
      expect(check(edited.value)).toEqual([]);
      expect(parseDocument(edited.text ?? '').toJS()).toEqual(edited.value);
    }),
    { numRuns: 300, seed: 29 },
  );
});

/** All values within a value, by their paths. */
function* pathsIn(value: Value, path: FieldPath): Generator<FieldPath> {
  if (typeof value !== 'object' || value === null) return;
  const steps = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, one] of steps) {
    yield [...path, step];
    yield* pathsIn(one, [...path, step]);
  }
}

function otherThan(value: Value): Value {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value} x`.trim() : 'x';
}
