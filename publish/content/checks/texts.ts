import { markupOf, walkContent } from '../../../site/content/content-walk.ts';
import { parseRichText } from '../../../site/rich-text/parse-rich-text.ts';
import type { CheckedContent } from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';

/** '<b>', '</a>', '<br/>' */
const TAG = /<\/?[a-z][^<>]*>/i;
/** '&nbsp;', '&#39;' */
const CHARACTER_REFERENCE = /&(?:[a-z]+|#\w+);/i;

/** Reports HTML and unsupported Markdown, which would be shown literally. */
export function checkTexts({ valid }: CheckedContent): Finding[] {
  const findings: Finding[] = [];
  for (const { yaml, schema, value } of valid) {
    walkContent(schema, value, (text, described, path) => {
      if (typeof text !== 'string') return;
      const add = (message: string, example?: string) => {
        findings.push(errorAt(yaml, path, message, example));
      };
      const [html] = TAG.exec(text) ?? CHARACTER_REFERENCE.exec(text) ?? [];
      if (html) {
        add(`'${html}' is HTML, dat bezoekers zo zouden lezen; schrijf gewone tekst.`);
      }
      const markup = markupOf(described);
      if (!markup) return;
      const { blocks, refused } = parseRichText(text);
      const [source] = refused[0]?.source.split('\n') ?? [];
      const isOneLine = blocks.length === 1 && blocks[0]?.type === 'paragraph';
      if (source !== undefined) {
        const lists = markup === 'blocks' ? ', een lijst met - of 1.' : '';
        const allowed = `**vet**, *schuin*, [een link](/info)${lists}`;
        add(`De opmaak van '${source}' kan hier niet; wel ${allowed}.`, `\\${source}`);
      } else if (markup === 'line' && !isOneLine) {
        add('Hier kan geen lijst of tweede alinea; verwacht worden één of twee zinnen.');
      }
    });
  }
  return findings;
}
