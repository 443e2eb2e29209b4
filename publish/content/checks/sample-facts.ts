import * as v from 'valibot';
import { walkContent } from '../../../site/content-walk.ts';
import { type ContentProblem, problemAt } from '../content-error.ts';
import { type CheckedContent, checkedFiles } from '../content-files.ts';

/** What only the sample company has: its names, domains that cannot exist, numbers of zeros. */
const SAMPLE_FACTS = [
  /\bMaanzaad\b/,
  /^maanzaad$/,
  /\bAtelier Voorbeeld\b/,
  /\b(?:Zaaddonk|Bollebeek-aan-de-Molen)\b/,
  /\.example\b/,
  /^(?=.*0)[A-Z]{0,2}[\s./()+0-]+$/,
  /\s0+$/,
];

/** Sample facts left in when the caterer says that all are their own. */
export function checkSampleFacts(content: CheckedContent): ContentProblem[] {
  if (!content.company || content.company.value.sample) return [];
  const problems: ContentProblem[] = [];
  for (const { yaml, schema, value } of checkedFiles({ ...content, photos: undefined })) {
    walkContent(schema, value, (text, described, field) => {
      // A photo may well be called after the seed.
      if (typeof text !== 'string' || v.getMetadata(described).reference === 'photo') return;
      const fact = SAMPLE_FACTS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
      if (fact === undefined) return;
      problems.push(
        problemAt(yaml, field, {
          found: `'${fact.trim()}' is nog van het voorbeeld`,
          expected: 'je eigen gegeven, of sample: true in company.yaml zolang dat er niet is',
          example: 'sample: true',
        }),
      );
    });
  }
  return problems;
}
