import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Block,
  parseRichText,
  type Span,
  spansOf,
} from '../../../site/rich-text/parse-rich-text.ts';
import { writeRichText } from './write-rich-text.ts';

/** Each sign with its style; those of spaces make no difference. */
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
  const paragraph = spans(text).map((one): Block => ({ type: 'paragraph', spans: one }));
  const type = fc.constantFrom('bullets' as const, 'numbers' as const);
  const items = fc.array(spans(text), { minLength: 1, maxLength: 3 });
  const list = fc.record({ type, items });
  return fc.oneof(paragraph, list).map((one): Block[] => [one]);
};

/** Signs that Markdown takes for its own, anywhere. */
const nasty = fc
  .array(fc.constantFrom(...'ab *_[]()!`\\#-+>=~|<1.&“”é'), { minLength: 1, maxLength: 8 })
  .map((signs) => `x${signs.join('')}y`);
const plain = fc.constantFrom('soep', 'taart en koffie', 'l’été', '12,50');

it('any text is unchanged after writing and reading', () => {
  fc.assert(
    fc.property(blocks(nasty), (meant) => {
      const once = writeRichText(meant);
      const { blocks: read, refused } = parseRichText(once);
      expect(refused).toEqual([]);
      expect(textOf(read)).toBe(textOf(meant));
      expect(typesOf(read)).toEqual(typesOf(meant));
      expect(writeRichText(read)).toBe(once);
    }),
  );
});

it('emphasis, links and lists are unchanged after writing and reading', () => {
  fc.assert(
    fc.property(blocks(plain.map((words) => `${words} `)), (meant) => {
      const read = parseRichText(writeRichText(meant)).blocks;
      expect(signsOf(read)).toEqual(signsOf(meant));
      expect(typesOf(read)).toEqual(typesOf(meant));
    }),
  );
});

it.each(['5 * 3 is 15*', 'a_b [sic] #1', '# 1'.slice(2), '**a** *b* [c](/d)\n\n- e\n- f'])(
  '%j is unchanged after reading and writing',
  (text) => {
    expect(writeRichText(parseRichText(text).blocks)).toBe(text);
  },
);
