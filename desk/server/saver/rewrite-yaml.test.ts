import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { FieldPath } from '../../../site/content-walk.ts';
import { count } from '../../../tests/soak.ts';
import type { Value } from '../../api.ts';
import { isGroup } from './match-items.ts';
import { rewriteYaml, UnwritableError, writeYamlFile } from './rewrite-yaml.ts';

/** Every text that a caterer has, the tests' own and the one that comes with the site. */
const files = globSync('{content,tests/fixtures/content}/**/*.yaml').map((name) => {
  const text = readFileSync(name, 'utf8');
  return { name, text, value: parse(text) as Value };
});
const RUNS = count(16);

const spots = files.flatMap((file) =>
  [...walk(file.value)]
    .slice(1)
    .map((spot) => ({ ...file, ...spot, toString: () => `${file.name} ${spot.path}` })),
);
const lists = spots.filter(({ at }) => Array.isArray(at) && at.length > 0);
const groups = spots.filter(({ at }) => isGroup(at));
const texts = spots.filter(({ at }) => typeof at === 'string');

function* walk(at: Value, path: FieldPath = []): Generator<{ at: Value; path: FieldPath }> {
  yield { at, path };
  if (Array.isArray(at)) for (const [i, one] of at.entries()) yield* walk(one, [...path, i]);
  else if (isGroup(at))
    for (const key of Object.keys(at)) yield* walk(at[key] ?? null, [...path, key]);
}

/** The same value with another in one place. */
function withValue(value: Value, [step, ...rest]: FieldPath, next: Value): Value {
  if (step === undefined) return next;
  const inner = (value as never)[step] as Value;
  const changed = withValue(inner, rest, next);
  return Array.isArray(value)
    ? value.with(Number(step), changed)
    : { ...(value as Record<string, Value>), [step]: changed };
}

/** The first field of an entry stands behind its dash, whichever that is. */
const linesOf = (text: string) =>
  text.split(/\r?\n/).map((line) => line.replace(/^( *)- (?=[\w#])/, '$1  '));

/** Lines of the one that the other has not, counted. */
function linesLost(before: string, after: string): string[] {
  const rest = linesOf(after);
  return linesOf(before).filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

const commentsIn = (text: string) => text.split('\n').filter((line) => /^\s*#/.test(line));

const nastyText = fc.oneof(
  fc.constantFrom(
    ...[
      ': # "',
      'yes',
      'no',
      '~',
      'null',
      '0123',
      '1e3',
      '0x1f',
      '12:30',
      '2027-08-01',
      '-',
      '- a',
    ],
    ...[
      'a: b',
      "it's",
      '"',
      '#',
      ' # x',
      'x # y',
      '  ingesprongen',
      'regel\nregel',
      'a\n\n b\n',
      '\n',
    ],
    ...[
      'eind\n',
      '\ttab',
      '👩‍🍳 kookt',
      'a\r\nb',
      '{a}',
      '[b',
      'x, y',
      '&a',
      '*a',
      '!b',
      '%c',
      '@d',
      '`e',
    ],
    ...[
      '',
      ' ',
      '? x',
      '| y',
      '> z',
      '---',
      '...',
      'é\u2028ë',
      '\ufeffx',
      'a\u0000b',
      '\u0085',
      '<<',
    ],
  ),
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 20 })
    .map((codes) => String.fromCodePoint(...codes).toWellFormed()),
  fc.string({ maxLength: 60 }),
  fc
    .array(fc.constantFrom('een', 'twee:', '#drie', '-', "'s", '\n', '  ', '"vier"'), {
      maxLength: 40,
    })
    .map((words) => words.join(' ')),
);
const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    nastyText,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(nastyText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const pick = <One>(all: One[]) =>
  fc
    .integer({ min: 0, max: all.length - 1 })
    .map((i) => ({ [fc.toStringMethod]: () => String(all[i]), ...(all[i] as One) }));

describe('a file that is written again', { timeout: 120_000 }, () => {
  it('is the same file when nothing changes', () => {
    for (const { name, text, value } of files) expect(rewriteYaml(text, value), name).toBe(text);
  });

  it('differs in one line for a word that differs, wherever it stands', () => {
    const step = 10;
    for (const { name, text, value, at, path } of texts.filter((_, i) => i % step === 0)) {
      const words = (at as string).split(' ');
      const middle = Math.floor(words.length / 2);
      const changed = words.with(middle, `${words[middle]}x`).join(' ');
      const written = rewriteYaml(text, withValue(value, path, changed));
      expect(linesLost(text, written).length, `${name} ${path}\n${written}`).toBeLessThanOrEqual(1);
      expect(linesLost(written, text).length, `${name} ${path}\n${written}`).toBe(1);
    }
  });

  it('takes any value in any place, and keeps all comments outside of it', () => {
    fc.assert(
      fc.property(pick(spots), anyValue, (spot, next) => {
        const written = rewriteYaml(spot.text, withValue(spot.value, spot.path, next));
        expect(parse(written)).toEqual(withValue(spot.value, spot.path, next));
        if (typeof spot.at !== 'object') {
          expect(linesLost(commentsIn(spot.text).join('\n'), written)).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps every comment and line of a list whose entries move, are copied, and are added', () => {
    fc.assert(
      fc.property(
        pick(lists),
        fc.infiniteStream(fc.nat()),
        anyValue,
        ({ text, value, at, path }, random, extra) => {
          const list = at as Value[];
          const next = (count: number) => (random.next().value ?? 0) % count;
          const [from, to] = [next(list.length), next(list.length)];
          const moved = list.toSpliced(from, 1).toSpliced(to, 0, list[from] ?? null);
          const copied = list.toSpliced(to, 0, list[from] ?? null);
          const added = list.toSpliced(to, 0, extra);
          for (const changed of [moved, copied, added]) {
            const written = rewriteYaml(text, withValue(value, path, changed));
            // A list on one line is one line that changes.
            const lost = linesLost(text, written);
            expect(
              lost.filter((line) => !/[[{].*[\]}]/.test(line)),
              written,
            ).toEqual([]);
          }
        },
      ),
      { numRuns: RUNS / 2 },
    );
  });

  it('loses with an entry or a field that goes nothing else', () => {
    fc.assert(
      fc.property(pick([...lists, ...groups]), fc.nat(), ({ text, value, at, path }, random) => {
        const keys = Object.keys(at as object);
        const key = keys[random % keys.length] ?? '';
        const rest = Array.isArray(at)
          ? at.toSpliced(Number(key), 1)
          : Object.fromEntries(Object.entries(at as object).filter(([name]) => name !== key));
        const written = rewriteYaml(text, withValue(value, path, rest));
        expect(
          linesLost(written, text).filter(
            (line) => !/[[{].*[\]}]/.test(line) && !/:? *(\[\]|\{\})$/.test(line),
          ),
          written,
        ).toEqual([]);
        const back = rewriteYaml(written, value);
        expect(parse(back)).toEqual(value);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps its line ends, its mark, and its missing last line end', () => {
    for (const { text, value } of files.filter((_, i) => i % 4 === 0)) {
      const next = { ...(value as Record<string, Value>), extra: 'regel\nregel' };
      const crlf = rewriteYaml(`\uFEFF${text.trimEnd().replaceAll('\n', '\r\n')}`, next);
      expect(crlf.startsWith('\uFEFF')).toBe(true);
      expect(crlf.replaceAll('\r\n', '').includes('\n')).toBe(false);
      expect(crlf.endsWith('\n')).toBe(false);
      expect(linesLost(text.trimEnd(), crlf.slice(1))).toEqual([]);
      expect(parse(crlf)).toEqual(next);
    }
  });

  it('brings a section its comments along, and writes what is new as a person would', () => {
    const text = `# Hoofd
title: Feesten  # kort
sections:
  # De opening.
  - kind: hero
    photos: [a, b]

  # Het verhaal.
  - kind: story # deel
    paragraphs:
      - >-
        Een lange tekst die over
        twee regels loopt.
    # Diep.
`;
    const value = parse(text) as { title: string; sections: Record<string, Value>[] };
    const [hero = {}, story = {}] = value.sections;
    const moved = { ...story, paragraphs: ['Een lange tekst die over drie regels loopt.', 'yes'] };
    const next = {
      title: 'Feest: #1',
      hidden: true,
      sections: [moved, { ...hero, anchor: 'top' }],
    };
    expect(rewriteYaml(text, next)).toBe(`# Hoofd
title: "Feest: #1"  # kort
hidden: true
sections:

  # Het verhaal.
  - kind: story # deel
    paragraphs:
      - >-
        Een lange tekst die over
        drie regels loopt.
      - "yes"
    # Diep.
  # De opening.
  - kind: hero
    photos: [a, b]
    anchor: top
`);
  });

  it('is written from nothing, and read again', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]+$/), anyValue, {
          minKeys: 1,
          noNullPrototype: true,
        }),
        (value) => {
          const text = writeYamlFile('# schema', value);
          expect(text.startsWith('# schema\n')).toBe(true);
          expect(parse(text)).toEqual(value);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is left alone when it cannot be read', () => {
    expect(() => rewriteYaml('a: [1', { a: 2 })).toThrow(UnwritableError);
    expect(() => rewriteYaml('a: &x 1\nb: *x\n', { a: 2 })).toThrow(UnwritableError);
  });
});
