import { markupOf, walkContent } from '../../../site/content-walk.ts';
import { parseRichText } from '../../../site/rich-text/parse-rich-text.ts';
import { type CheckedContent, checkedFiles } from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';

/** An HTML tag ('<b>', '</a>', '<br/>') or character reference ('&nbsp;'). */
const HTML = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\w+);/i;

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
      const [source] = refused[0]?.source.split('\n') ?? [];
      if (source !== undefined) {
        const lists = markup === 'line' ? '' : ', en een lijst met - of 1.';
        add(
          `De opmaak van '${source}' kan hier niet; wel **vet**, *schuin*, [een link](/info)${lists}, en \\ voor een teken dat gewoon een teken is.`,
          `\\${source}`,
        );
      } else if (markup === 'line' && (blocks.length > 1 || blocks[0]?.type !== 'paragraph')) {
        add('Hier kan geen lijst of tweede alinea; verwacht worden één of twee zinnen.');
      }
    });
  }
  return findings;
}
