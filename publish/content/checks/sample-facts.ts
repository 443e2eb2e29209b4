import * as v from 'valibot';
import { walkContent } from '../../../site/content-walk.ts';
import { type CheckedContent, checkedFiles } from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';

/** Markers of the sample company: its names, reserved domains, numbers of zeros. */
const SAMPLE_FACTS = [
  /\bMaanzaad\b/,
  /^maanzaad$/,
  /\bAtelier Voorbeeld\b/,
  /\b(?:Zaaddonk|Bollebeek)\b/,
  /\.example\b/,
  /^(?=.*0)[A-Z]{0,2}[\s./()+0-]+$/,
  /\s0+$/,
];

/** Finds sample facts that remain although `sample` is false. */
export function checkSampleFacts(content: CheckedContent): Finding[] {
  if (!content.company || content.company.value.sample) return [];
  const findings: Finding[] = [];
  for (const { yaml, schema, value } of checkedFiles({ ...content, photos: undefined })) {
    walkContent(schema, value, (text, described, path) => {
      // A photo may be named after the seed.
      if (typeof text !== 'string' || v.getMetadata(described).reference === 'photo') return;
      const fact = SAMPLE_FACTS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
      if (fact === undefined) return;
      const message = `'${fact.trim()}' is nog van het voorbeeld; zet er je eigen gegeven, of sample: true in company.yaml zolang dat er niet is.`;
      findings.push(errorAt(yaml, path, message));
    });
  }
  return findings;
}
