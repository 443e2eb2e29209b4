import { walkContent } from '../../../site/content-walk.ts';
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
