import { htmlIn, parseRichText } from '../../../site/rich-text/parse-rich-text.ts';
import { markupOf, walkContent } from '../../../site/schema/content-walk.ts';
import type { CheckedContent } from '../content-files.ts';
import { errorAt, type Finding, warningAt } from '../finding.ts';

/**
 * Reports unsupported Markdown, and HTML: both are shown literally. An escape ('\<b>') says that
 * this is intended. Plain text has no escapes, so HTML in it is only a warning.
 */
export function checkTexts({ valid }: CheckedContent): Finding[] {
  const findings: Finding[] = [];
  for (const { yaml, schema, value } of valid) {
    walkContent(schema, value, (text, described, path) => {
      if (typeof text !== 'string') return;
      const add = (message: string, corrected?: string) => {
        const isAccepted = corrected && parseRichText(corrected).refused.length === 0;
        findings.push(errorAt(yaml, path, message, isAccepted ? corrected : undefined));
      };
      const markup = markupOf(described);
      if (!markup) {
        const html = htmlIn(text);
        if (html) findings.push(warningAt(yaml, path, describeHtml(html)));
        return;
      }
      const { blocks, refused } = parseRichText(text);
      const { type, source: whole } = refused[0] ?? {};
      const [source] = whole?.split('\n') ?? [];
      const isOneLine = blocks.length === 1 && blocks[0]?.type === 'paragraph';
      if (type === 'html' && source) add(describeHtml(htmlIn(source) ?? source), escapeHtml(text));
      else if (source !== undefined) {
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

/** Escapes HTML with a backslash, so that the page shows the text as it is written. */
const escapeHtml = (text: string) =>
  text.replace(/\\.|<(?=[a-z/!?])|&(?=(?:[a-z]\w*|#\w+);)/gis, (found) =>
    found.startsWith('\\') ? found : `\\${found}`,
  );

const describeHtml = (html: string) =>
  `'${html}' is HTML, dat bezoekers zo zouden lezen; schrijf gewone tekst.`;
