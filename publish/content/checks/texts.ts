import { markupOf, walkContent } from '../../../site/content-walk.ts';
import { parseRichText } from '../../../site/rich-text/parse-rich-text.ts';
import { type CheckedContent, checkedFiles } from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';

/** An HTML tag ('<b>', '</a>', '<br/>') or character reference ('&nbsp;'). */
const HTML = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\w+);/i;

/** Unsupported Markdown, by the parser's token type. */
const OTHER_MARKUP: Record<string, string> = {
  heading: 'Een kop',
  image: 'Een foto',
  code: 'Code',
  codespan: 'Code',
  blockquote: 'Een aanhaling',
  hr: 'Een lijn',
  def: 'Een verwijzing',
  list: 'Een lijst in een lijst',
};

/** Reports HTML and unsupported Markdown, which would be shown literally. */
export function checkTexts(content: CheckedContent): Finding[] {
  const findings: Finding[] = [];
  for (const { yaml, schema, value } of checkedFiles(content)) {
    walkContent(schema, value, (text, described, path) => {
      if (typeof text !== 'string') return;
      const add = (message: string, example?: string) =>
        findings.push(errorAt(yaml, path, message, example));
      const html = HTML.exec(text)?.[0];
      if (html) {
        add(`'${html}' is HTML, dat een bezoeker zo te lezen zou krijgen; schrijf gewone tekst.`);
      }
      const markup = markupOf(described);
      if (!markup) return;
      const { blocks, refused } = parseRichText(text);
      const [first] = refused;
      const isLine = blocks.length === 1 && blocks[0]?.type === 'paragraph';
      if (first) {
        const lists = markup === 'line' ? '' : ', en een lijst met - of 1.';
        const source = first.source.split('\n')[0];
        add(
          `${OTHER_MARKUP[first.type] ?? 'Deze opmaak'} kan hier niet; wel **vet**, *schuin*, [een link](/info)${lists}, en \\ voor een teken dat gewoon een teken is.`,
          `\\${source}`,
        );
      } else if (markup === 'line' && !isLine) {
        add('Hier kan geen lijst of tweede alinea; verwacht worden één of twee zinnen.');
      }
    });
  }
  return findings;
}
