import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Block,
  parseRichText,
  type Span,
  spansOf,
} from '../../../site/rich-text/parse-rich-text.ts';
import { writeRichText } from './write-rich-text.ts';

/** Each sign with its style. The styles of spaces make no difference. */
const signsOf = (blocks: Block[]) =>
  spansOf(blocks).flatMap(({ text, ...how }) =>
    [...text.replaceAll(' ', '')].map((sign) => [sign, how] as const),
  );
const textOf = (blocks: Block[]) =>
  signsOf(blocks)
    .map(([sign]) => sign)
    .join('');
const typesOf = (blocks: Block[]) =>
  blocks.map((block) => [block.type, 'items' in block && block.items.length]);

const style = fc.record(
  {
    strong: fc.constant(true as const),
    emphasis: fc.constant(true as const),
    href: fc.constantFrom('/info', 'https://a.be/b_(c)', 'tel:+32'),
  },
  { requiredKeys: [] },
);
const spans = (text: fc.Arbitrary<string>) =>
  fc.array(
    fc.tuple(text, style).map(([content, how]): Span => ({ text: content, ...how })),
    { minLength: 1, maxLength: 4 },
  );
const blocks = (text: fc.Arbitrary<string>) => {
  const paragraph = spans(text).map((content): Block => ({ type: 'paragraph', spans: content }));
  const type = fc.constantFrom('bullets' as const, 'numbers' as const);
  const items = fc.array(spans(text), { minLength: 1, maxLength: 3 });
  const list = fc.record({ type, items });
  return fc.oneof(paragraph, list).map((block): Block[] => [block]);
};

/** Signs that Markdown takes for its own, anywhere. */
const nasty = fc
  .array(fc.constantFrom(...'ab *_[]()!`\\#-+>=~|<1.&“”é'), { minLength: 1, maxLength: 8 })
  .map((signs) => `x${signs.join('')}y`);
const plain = fc.constantFrom('soep', 'taart en koffie', 'l’été', '12,50');

/** Texts that a browser would parse as HTML, or parts of them. */
const htmlLike = fc
  .array(
    fc.constantFrom(
      ...['<b>', '</b>', '<br/>', '<a href="/x">', '<!--', '-->', '<?', '<![CDATA[', '<div>'],
      ...['&nbsp;', '&amp;', '&#39;', '&#x3c;', '&lt', ';', '<', '>', '&', '<script>', '</script>'],
      ...['<https://a.be>', '<a@b.be>', ' ', 'a', '*', '`', '\\'],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `x${parts.join('')}y`);

test('any text is unchanged after writing and reading', () => {
  fc.assert(
    fc.property(blocks(fc.oneof(nasty, htmlLike)), (meant) => {
      const once = writeRichText(meant);
      const { blocks: read, refused } = parseRichText(once);
      expect(refused).toEqual([]);
      expect(textOf(read)).toBe(textOf(meant));
      expect(typesOf(read)).toEqual(typesOf(meant));
      expect(writeRichText(read)).toBe(once);
    }),
  );
});

test('emphasis, links and lists are unchanged after writing and reading', () => {
  fc.assert(
    fc.property(blocks(plain.map((words) => `${words} `)), (meant) => {
      const read = parseRichText(writeRichText(meant)).blocks;
      expect(signsOf(read)).toEqual(signsOf(meant));
      expect(typesOf(read)).toEqual(typesOf(meant));
    }),
  );
});

/** Edges of marks that CommonMark cannot always express, beside those that it can. */
const edgy = fc
  .array(
    fc.constantFrom(
      'a',
      'é',
      '7',
      ' ',
      '\u00a0',
      '\u2009',
      '!',
      '“',
      '(',
      ')',
      '*',
      '_',
      '[',
      '🎂',
      '❤️',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((signs) => signs.join(''));
const target = fc.constantFrom(
  '/a b',
  'https://a.be/1)(',
  'https://a.be/\\(',
  '/é?x=1&amp;y=<z>',
  '/a\u00a0b',
);
const edgySpans = fc.array(
  fc.tuple(edgy, style, fc.option(target, { nil: undefined })).map(([text, how, href]): Span => {
    return { text, ...how, ...(href && { href }) };
  }),
  { minLength: 1, maxLength: 6 },
);

/** White space that is not collapsed counts as a sign of the text. */
const wordsIn = (blocks: Block[]) =>
  spansOf(blocks)
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '');

test('where Markdown cannot express a mark, only those characters lose it', () => {
  fc.assert(
    fc.property(edgySpans, edgySpans, (first, second) => {
      const word: Span = { text: ' woord ' };
      const bold: Span = { text: 'vet', strong: true };
      const spans = [bold, word, ...first, word, bold, word, ...second, word, bold];
      const source = writeRichText([{ type: 'paragraph', spans }]);
      const { blocks: read, refused } = parseRichText(source);
      expect(refused).toEqual([]);
      expect(wordsIn(read)).toBe(wordsIn([{ type: 'paragraph', spans }]));
      const meant = charactersOf(spans);
      const written = charactersOf(spansOf(read));
      expect(written).toHaveLength(meant.length);
      for (const [index, { sign, strong, emphasis }] of written.entries()) {
        // A mark never covers more than was meant. Where its ends are between letters and spaces,
        // it covers all that was meant.
        if (strong) expect(meant[index]?.strong).toBe(true);
        if (emphasis) expect(meant[index]?.emphasis).toBe(true);
        expect(sign).toBe(meant[index]?.sign);
      }
      const boldWords = spansOf(read).filter(({ text, strong }) => strong && text.includes('vet'));
      expect(boldWords).toHaveLength(3);
      const again = parseRichText(writeRichText(read)).blocks;
      expect(charactersOf(spansOf(again))).toEqual(written);
    }),
    { numRuns: 500 },
  );
});

const charactersOf = (spans: Span[]) =>
  spans.flatMap(({ text, ...how }) =>
    [...text].filter((sign) => sign.trim()).map((sign) => ({ sign, ...how })),
  );

test('link targets that Markdown cannot contain are encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (typed) => {
      const href = `https://a.be/${typed}`;
      const source = writeRichText([{ type: 'paragraph', spans: [{ text: 'x', href }] }]);
      const [span] = spansOf(parseRichText(source).blocks);
      expect(span?.text).toBe('x');
      const resolved = (url = '') =>
        new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29');
      expect(resolved(span?.href)).toBe(resolved(href));
    }),
  );
});

test.each([
  ['<b>vet</b>', '\\<b>vet\\</b>'],
  ['Soep&nbsp;en &#39;t brood', 'Soep\\&nbsp;en \\&#39;t brood'],
  ['<div>', '\\<div>'],
  ['<!-- x -->', '\\<!-- x -->'],
  ['R&D, 3 < 5 en AT&T;', 'R&D, 3 < 5 en AT\\&T;'],
])('%j, typed, is written as %j', (text, source) => {
  expect(writeRichText([{ type: 'paragraph', spans: [{ text }] }])).toBe(source);
  expect(parseRichText(source).refused).toEqual([]);
});

test.each(['5 * 3 is 15*', 'a_b [sic] #1', '# 1'.slice(2), '**a** *b* [c](/d)\n\n- e\n- f'])(
  '%j is unchanged after reading and writing',
  (text) => {
    expect(writeRichText(parseRichText(text).blocks)).toBe(text);
  },
);
