import { markupOf, walkContent } from '../../../site/content-walk.ts';
import { parseRichText, spansOf } from '../../../site/rich-text/parse-rich-text.ts';
import { type ContentProblem, problemAt } from '../content-error.ts';
import { type CheckedContent, checkedFiles } from '../content-files.ts';
import { writeYaml } from '../write-example.ts';

/** A tag ('<b>', '</a>', '<br/>') or a named or numbered character ('&nbsp;'). */
const MARKUP = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\w+);/gi;

const CHARACTERS: Record<string, string> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&euro;': '€',
  '&copy;': '©',
};

/** HTML typed into a text would be read by every visitor as it was typed. */
export function checkMarkup(content: CheckedContent): ContentProblem[] {
  const problems: ContentProblem[] = [];
  for (const { yaml, schema, value } of checkedFiles(content)) {
    walkContent(schema, value, (text, _, field) => {
      const [first] = typeof text === 'string' ? (text.match(MARKUP) ?? []) : [];
      if (typeof text !== 'string' || !first) return;
      const plain = text.replace(MARKUP, (markup) => CHARACTERS[markup.toLowerCase()] ?? '').trim();
      const name = field.at(-1);
      problems.push(
        problemAt(yaml, field, {
          found: `${first}: dat is HTML, en een bezoeker zou het zo te lezen krijgen`,
          expected:
            'gewone tekst; de opmaak doet de site zelf, en een nieuwe alinea begint met een streepje',
          example: writeYaml(typeof name === 'string' ? { [name]: plain } : [plain]),
        }),
      );
    });
  }
  return problems;
}

/** What else Markdown knows, in the words of the caterer; where there are none, it stands as it is written. */
const OTHER_MARKUP: Record<string, string> = {
  heading: 'een kop',
  image: 'een foto',
  code: 'code',
  codespan: 'code',
  blockquote: 'een aanhaling',
  hr: 'een lijn',
  def: 'een verwijzing',
  list: 'een lijst in een lijst',
};

/** Markdown that running texts do not know would be read by every visitor as it was typed. */
export function checkRichTexts(content: CheckedContent): ContentProblem[] {
  const problems: ContentProblem[] = [];
  for (const { yaml, schema, value } of checkedFiles(content)) {
    walkContent(schema, value, (text, described, field) => {
      const markup = markupOf(described);
      if (!markup || typeof text !== 'string') return;
      const { blocks, refused } = parseRichText(text);
      const [first] = refused;
      const isLine = blocks.length === 1 && blocks[0]?.type === 'paragraph';
      if (first) {
        problems.push(
          problemAt(yaml, field, {
            found: `${OTHER_MARKUP[first.type] ?? 'opmaak'}: ${first.source.split('\n')[0]}`,
            expected: `alleen **vet**, *schuin*, [een link](/info)${markup === 'line' ? '' : ', en een lijst met - of 1.'}; een teken dat gewoon een teken is, krijgt \\ ervoor`,
            example: `\\${first.source.split('\n')[0]}`,
          }),
        );
      } else if (markup === 'line' && !isLine) {
        problems.push(
          problemAt(yaml, field, {
            found: 'een lijst, of meer dan één alinea',
            expected: 'één of twee zinnen; een lijst kan in een alinea van een ander deel',
            example: spansOf(blocks)
              .map((span) => span.text)
              .join(', '),
          }),
        );
      }
    });
  }
  return problems;
}
