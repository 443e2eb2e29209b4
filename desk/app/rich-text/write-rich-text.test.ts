import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Block, parseRichText, type Span } from '../../../site/rich-text/parse-rich-text.ts';
import { writeRichText } from './write-rich-text.ts';

const wordsOf = (blocks: Block[]) =>
  JSON.stringify(
    blocks.map((block) => ('spans' in block ? [block.spans] : block.items)),
    (_, one) =>
      Array.isArray(one) && one[0]?.text !== undefined
        ? one.map(({ text }: Span) => text).join('')
        : one,
  );

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
const blocks = (text: fc.Arbitrary<string>) =>
  fc.array(
    fc.oneof(
      spans(text).map((one): Block => ({ type: 'paragraph', spans: one })),
      fc
        .tuple(
          fc.constantFrom('bullets' as const, 'numbers' as const),
          fc.array(spans(text), { minLength: 1, maxLength: 3 }),
        )
        .map(([type, items]): Block => ({ type, items })),
    ),
    { minLength: 1, maxLength: 1 },
  );

/** Signs that Markdown takes for its own, anywhere. */
const nasty = fc
  .array(fc.constantFrom(...'ab *_[]()!`\\#-+>=~|<1.&“”é'), { minLength: 1, maxLength: 8 })
  .map((signs) => `x${signs.join('')}y`);
const plain = fc.constantFrom('soep', 'taart en koffie', 'l’été', '12,50');

it('whatever is typed reads back as the same text', () => {
  fc.assert(
    fc.property(blocks(nasty), (meant) => {
      const once = writeRichText(meant);
      const { blocks: read, refused } = parseRichText(once);
      expect(refused).toEqual([]);
      expect(wordsOf(read)).toBe(wordsOf(meant).replace(/ +/g, ' '));
      expect(writeRichText(read)).toBe(once);
    }),
  );
});

it('emphasis, links and lists read back as they were meant', () => {
  fc.assert(
    fc.property(blocks(plain.map((words) => `${words} `)), (meant) => {
      const once = writeRichText(meant);
      const again = parseRichText(once).blocks;
      const stylesOf = (list: Block[]) =>
        list
          .flatMap((block) => ('spans' in block ? [block.spans] : block.items))
          .map((row) =>
            row.flatMap(({ text, ...how }) =>
              [...text.replaceAll(' ', '')].map((sign) => [sign, how]),
            ),
          );
      expect(stylesOf(again)).toEqual(stylesOf(meant));
    }),
  );
});

it.each(['5 * 3 is 15*', 'a_b [sic] #1', '# 1'.slice(2), '**a** *b* [c](/d)\n\n- e\n- f'])(
  '%j is written as it was',
  (text) => {
    expect(writeRichText(parseRichText(text).blocks)).toBe(text);
  },
);
