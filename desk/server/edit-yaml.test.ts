import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import type { FieldPath } from '../../site/content-walk.ts';
import { type Operation, operationsBetween, type Value, valueAt, withValue } from '../values.ts';
import { checkValue } from './content.ts';
import { editYaml } from './edit-yaml.ts';

const texts = new Map<string, string>();
for (const file of await listFiles('content')) {
  if (file.endsWith('.yaml')) texts.set(file, await readFile(join('content', file), 'utf8'));
}
const HOME = 'pages/home.yaml';
const home = texts.get(HOME) ?? '';
const homeValue = parseDocument(home).toJS() as Value;

const editHome = (...operations: Operation[]) =>
  editYaml(home, operations, (value) => checkValue(HOME, value));

it('changes one line for one value, of every value in the content, and nothing when it is put back', () => {
  let tried = 0;
  for (const [file, text] of texts) {
    const value = parseDocument(text).toJS() as Value;
    for (const path of pathsIn(value, [])) {
      const before = valueAt(value, path) ?? null;
      if (typeof before === 'object' && before !== null) continue;
      const next = otherThan(before);
      const operation: Operation = { kind: 'set', path, value: next };
      const edited = editYaml(text, [operation], () => []);
      const lines = edited.text?.split('\n').filter((line) => !text.split('\n').includes(line));
      // A folded text is several lines; what is short stays on its own.
      const most = typeof before === 'string' && before.length > 60 ? 12 : 1;
      expect(lines?.length, `${file} ${path.join('.')}`).toBeLessThanOrEqual(most);
      expect(valueAt(edited.value, path)).toEqual(next);
      const back = editYaml(edited.text, operationsBetween(edited.value, value), () => []);
      expect(back.text, `${file} ${path.join('.')}`).toBe(text);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(500);
});

it('keeps the comment of a section that moves, and those of its neighbours', () => {
  const from = (homeValue as { sections: { kind: string }[] }).sections.findIndex(
    ({ kind }) => kind === 'menu-card',
  );
  const { text, refusals } = editHome({ kind: 'move', path: ['sections', from], to: 0 });
  expect(refusals).toEqual([]);
  expect(text).toMatch(/sections:\n {2}# De menukaart: .*\n {2}- kind: menu-card/);
  expect(text?.match(/#/g)?.length).toBe(home.match(/#/g)?.length);
});

it('does not write what the schema refuses, and everything beside it', () => {
  const edited = editHome(
    { kind: 'set', path: ['title'], value: '' },
    { kind: 'insert', path: ['sections', 0], value: { kind: 'quote', text: '', who: 'An' } },
    { kind: 'set', path: ['sections', 2, 'heading'], value: 'Wie we zijn' },
    { kind: 'remove', path: ['sections', 2, 'lead'] },
    { kind: 'remove', path: ['description'] },
  );
  for (const field of ['title', 'description']) {
    expect(valueAt(edited.value, [field])).toEqual(valueAt(homeValue, [field]));
  }
  expect(valueAt(edited.value, ['sections', 0, 'kind'])).toBe('hero');
  expect(valueAt(edited.value, ['sections', 1, 'heading'])).toBe('Wie we zijn');
  expect(edited.refusals.map(({ path }) => path.join('.')).sort()).toEqual([
    'description',
    'sections.0.text',
    'title',
  ]);
});

it('writes the complete sections of a list and holds back the one that is not', () => {
  const complete = { kind: 'quote', text: 'Lekker.', who: 'An' };
  const edited = editHome(
    { kind: 'insert', path: ['sections', 0], value: { kind: 'quote', text: '', who: '' } },
    { kind: 'insert', path: ['sections', 0], value: complete },
    { kind: 'set', path: ['sections', 1, 'who'], value: 'Bert' },
  );
  expect(valueAt(edited.value, ['sections', 0])).toEqual(complete);
  expect(valueAt(edited.value, ['sections', 1, 'kind'])).toBe('hero');
  expect(edited.refusals.map(({ path }) => path.join('.'))).toEqual(['sections.1.text']);
});

it('writes nothing of a new page that is not complete, and all of it when it is', () => {
  const page = { path: '/nieuw', title: '', description: 'Een pagina.', sections: [] };
  const check = (value: Value) => checkValue('pages/nieuw.yaml', value);
  const set: Operation = { kind: 'set', path: [], value: page };
  expect(editYaml(null, [set], check).text).toBeNull();
  const whole: Operation[] = [
    set,
    { kind: 'set', path: ['title'], value: 'Nieuw' },
    { kind: 'insert', path: ['sections', 0], value: { kind: 'quote', text: 'Ja.', who: 'An' } },
  ];
  const written = editYaml(null, whole, check);
  expect(written.refusals).toEqual([]);
  expect(written.text).toMatch(/^path: \/nieuw\ntitle: Nieuw\n/);
  expect(editYaml(written.text, [], check).text).toBe(written.text);
});

it('lets a file with a mistake made by hand be edited, and the mistake be corrected', () => {
  const byHand = home.replace(/^title: .*$/m, 'title: ""');
  const check = (value: Value) => checkValue(HOME, value);
  const other: Operation = { kind: 'set', path: ['description'], value: 'Anders.' };
  expect(editYaml(byHand, [other], check)).toMatchObject({ refusals: [] });
  const corrected = editYaml(byHand, [{ kind: 'set', path: ['title'], value: 'Thuis' }], check);
  expect(check(corrected.value)).toEqual([]);
});

it('writes any edits, and only what is valid of them', () => {
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
      const operations: Operation[] = [];
      for (const one of picked) {
        const list = valueAt(shown, one.path.slice(0, -1));
        const at = Number(one.path.at(-1));
        if (valueAt(shown, one.path) === undefined) continue;
        const next =
          one.isInserted && Array.isArray(list) && one.value !== undefined
            ? withValue(shown, one.path.slice(0, -1), list.toSpliced(at, 0, one.value))
            : withValue(shown, one.path, one.value);
        operations.push(...operationsBetween(shown, next));
        shown = next as Value;
      }
      expect(editYaml(home, operations, () => []).value).toEqual(shown);
      const edited = editHome(...operations);
      expect(checkValue(HOME, edited.value)).toEqual([]);
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
