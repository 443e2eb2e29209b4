import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import type { FieldPath } from '../../site/content-walk.ts';
import { apply, inverseOf, type Operation } from '../operations.ts';
import { type MaybeValue, type Value, valueAt } from '../values.ts';
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
const editHome = (...operations: Operation[]) => editYaml(home, operations, check);
const applyAll = (value: Value, operations: Operation[]) =>
  operations.reduce<MaybeValue>(apply, value) as Value;

const set = (path: FieldPath, value: Value): Operation => ({ type: 'set', path, value });
const remove = (...path: FieldPath): Operation => ({ type: 'remove', path });
const insert = (path: FieldPath, value: Value): Operation => ({ type: 'insert', path, value });
const move = (path: FieldPath, to: number): Operation => ({ type: 'move', path, to });
const sectionsOf = (value: Value) => valueAt(value, ['sections']) as Value[];
const quote = (text: string, who = 'An') => ({ kind: 'quote', text, who });

it('an edit of any value changes only its lines and can be reverted', () => {
  let tried = 0;
  for (const [file, text] of texts) {
    const value = parseDocument(text).toJS() as Value;
    for (const path of pathsIn(value, [])) {
      const before = valueAt(value, path) ?? null;
      if (typeof before === 'object' && before !== null) continue;
      const change = set(path, otherThan(before));
      const edited = editYaml(text, [change], () => []);
      const lines = edited.text?.split('\n').filter((line) => !text.split('\n').includes(line));
      // A folded text is several lines; what is short stays on its own.
      const most = typeof before === 'string' && before.length > 60 ? 12 : 1;
      expect(lines?.length, `${file} ${path.join('.')}`).toBeLessThanOrEqual(most);
      expect(parseDocument(edited.text ?? '').toJS()).toEqual(apply(value, change));
      const back = editYaml(edited.text, [inverseOf(value, change)], () => []);
      expect(back.text, `${file} ${path.join('.')}`).toBe(text);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(500);
});

it('sections keep their comments when one moves and changes', () => {
  const at = sectionsOf(homeValue).findIndex((one) => valueAt(one, ['kind']) === 'menu-card');
  const heading = String(valueAt(homeValue, ['sections', at, 'heading']));
  const there = [move(['sections', at], 0), set(['sections', 0, 'heading'], 'Nieuw')];
  const { text, refusals } = editHome(...there);
  expect(refusals).toEqual([]);
  expect(text).toMatch(/sections:\n {2}# De menukaart: .*\n {2}- kind: menu-card/);
  expect(text?.match(/#/g)?.length).toBe(home.match(/#/g)?.length);
  const back = [set(['sections', 0, 'heading'], heading), move(['sections', 0], at)];
  expect(editYaml(text, back, check).text).toBe(home);
});

it('a section that is replaced takes no comment of the one before', () => {
  const text = 'list:\n  # over een\n  - { kind: a }\n  - { kind: b }\n';
  const replace = [remove('list', 0), insert(['list', 0], { kind: 'a' })];
  const other = [...replace, set(['list', 0, 'new'], true)];
  expect(editYaml(text, replace, () => []).text).toBe(text);
  expect(editYaml(text, other, () => []).text).not.toContain('#');
});

it('a list on one line stays on one line', () => {
  const { text } = editYaml('days: [ ma, di ]\n', [set(['days'], ['wo'])], () => []);
  expect(text).toBe('days: [ wo ]\n');
});

it('a map with numeric keys keeps its comments', () => {
  const text = "2027:\n  # dit jaar\n  alt: 'Een'\n2028:\n  alt: Twee\n";
  const operations = [remove('2028'), set(['2027', 'alt'], 'Drie')];
  const edited = editYaml(text, operations, () => []);
  expect(edited.text).toBe('"2027":\n  # dit jaar\n  alt: \'Drie\'\n');
});

it('only the values that the schema refuses are not written', () => {
  const edited = editHome(
    insert(['sections', 0], quote('')),
    set(['title'], ''),
    set(['sections', 2, 'heading'], 'Wie we zijn'),
    remove('sections', 2, 'lead'),
    remove('description'),
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
  const completed = editYaml(edited.text, [...edited.refused, set(['title'], 'Thuis')], check);
  expect(valueAt(completed.value, ['title'])).toBe('Thuis');
  expect(completed.refusals).toHaveLength(2);
});

it('only the incomplete section of a list is not written', () => {
  const edited = editHome(
    insert(['sections', 0], quote('', 'Bert')),
    insert(['sections', 0], quote('Lekker.')),
  );
  expect(valueAt(edited.value, ['sections', 0])).toEqual(quote('Lekker.'));
  expect(valueAt(edited.value, ['sections', 1, 'kind'])).toBe('hero');
  expect(edited.refusals.map(({ path }) => path.join('.'))).toEqual(['sections.1.text']);
  const completed = [...edited.refused, set(['sections', 1, 'text'], 'Ook.')];
  const { refusals, value } = editYaml(edited.text, completed, check);
  expect(refusals).toEqual([]);
  expect(valueAt(value, ['sections', 1])).toEqual(quote('Ook.', 'Bert'));
});

it('a new page is written once it is complete', () => {
  const page = { path: '/nieuw', title: '', description: 'Een pagina.', sections: [quote('Ja.')] };
  const edited = editYaml(null, [set([], page)], check);
  expect(edited.text).toBeNull();
  const written = editYaml(null, [...edited.refused, set(['title'], 'Nieuw')], check);
  expect(written.refusals).toEqual([]);
  expect(written.text).toMatch(/^path: \/nieuw\ntitle: Nieuw\n/);
});

it('a file with a mistake made by hand can be edited and corrected', () => {
  const byHand = home.replace(/^title: .*$/m, 'title: ""');
  const other = [set(['description'], 'Anders.'), move(['sections', 0], 2)];
  const edited = editYaml(byHand, other, check);
  expect(edited).toMatchObject({ refusals: [], value: { title: '', description: 'Anders.' } });
  const title = valueAt(homeValue, ['title']) ?? null;
  expect(check(editYaml(byHand, [set(['title'], title)], check).value)).toEqual([]);
});

it('a section with a mistake made by hand can be moved', () => {
  const sections = [quote('Een.', ''), quote('Twee.')];
  const { text, value } = editYaml(home, [set(['sections'], sections)], () => []);
  const moved = editYaml(text, [move(['sections', 0], 1)], check);
  expect(moved).toMatchObject({ refusals: [], value: { sections: sections.toReversed() } });
  const edited = editYaml(text, [set(['sections', 1, 'who'], '')], check);
  expect(edited.refusals.map(({ path }) => path)).toEqual([['sections', 1, 'who']]);
  expect(edited.value).toEqual(value);
});

it('of any edits the valid ones are written, and the others can be sent again', () => {
  const texts = ['', 'Tekst', quote('Ja.'), quote('')];
  const pick = fc.record({
    path: fc.constantFrom(...pathsIn(homeValue, [])),
    type: fc.constantFrom('set', 'remove', 'insert', 'move'),
    value: fc.constantFrom<Value>(...texts, 7, null, true, [], ['a', '']),
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
        const next = apply(shown, operation) as Value;
        expect(apply(next, inverseOf(shown, operation))).toEqual(shown);
        shown = next;
      }
      const all = editYaml(home, operations, () => []);
      expect(parseDocument(all.text ?? '').toJS()).toEqual(shown);
      const edited = editHome(...operations);
      expect(check(edited.value)).toEqual([]);
      expect(parseDocument(edited.text ?? '').toJS()).toEqual(edited.value);
      expect(applyAll(edited.value, edited.refused)).toEqual(shown);
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
