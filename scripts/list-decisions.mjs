// @ts-check
/** Writes `docs/decisions/README.md`: which decisions hold, one line each, from their headings. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const DIR = 'docs/decisions';
export const LIST = `${DIR}/README.md`;
const HEADING = /^# (\d{3}): (.+?)(?: \(superseded by (\d{3})\))?$/m;

/**
 * @returns {string} the list, as it should stand in `docs/decisions/README.md`
 * @throws when a file's heading is not '# 010: What was decided'
 */
export function listDecisions() {
  const decisions = readdirSync(DIR)
    .filter((file) => /^\d{3}-/.test(file))
    .sort()
    .map((file) => {
      const found = HEADING.exec(readFileSync(`${DIR}/${file}`, 'utf8'));
      if (!found || !file.startsWith(`${found[1]}-`)) {
        throw new Error(`${DIR}/${file}: expected a heading '# ${file.slice(0, 3)}: …'`);
      }
      return { link: `[${found[1]}](${file})`, title: found[2], supersededBy: found[3] };
    });
  const holds = decisions.filter(({ supersededBy }) => !supersededBy);
  const superseded = decisions.filter(({ supersededBy }) => supersededBy);
  return `# Decisions

Why things are as they are, one file each: context, choice, consequences. A decision is never rewritten; the next one says which it supersedes, and the old one's heading names it. Listed by \`node scripts/list-decisions.mjs\`; a test holds the list.

## What holds

${holds.map(({ link, title }) => `- ${link} ${title}`).join('\n')}

## Superseded

${superseded.map(({ link, title, supersededBy }) => `- ${link} ${title}: see ${supersededBy}`).join('\n')}
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(LIST, listDecisions());
