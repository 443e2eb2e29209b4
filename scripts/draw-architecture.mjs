// @ts-check
/**
 * Writes `docs/architecture.md`: the folders, what each holds, and which import which.
 *
 * What stands in a folder comes from its README, what it may import from the lint rules in
 * `biome.json`, what it does import from the code. Nothing is said here a second time.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { normalize } from 'node:path/posix';
import process from 'node:process';

export const SHEET = 'docs/architecture.md';

/** In the order of the data's way. */
export const CODE = ['desk', 'publish', 'site', 'enquiry', 'server', 'tests', 'bench', 'scripts'];
const FOLDERS = [...CODE, 'site/sections', 'deploy'];
const IS_TEST = /\.(test|spec)\.tsx?$/;

/** @returns {string} the sheet, as it should stand in `docs/architecture.md` */
export function drawArchitecture() {
  const arrows = [...importsBetweenFolders().keys()].filter(
    (arrow) => !/^(tests|bench)/.test(arrow),
  );
  return `# Architecture

Drawn by \`node scripts/draw-architecture.mjs\` from the folders' READMEs, the lint rules in \`biome.json\` and the imports in the code; a test holds it.

\`\`\`mermaid
flowchart LR
${arrows
  .sort()
  .map((arrow) => `  ${arrow}\n`)
  .join('')}  desk -. writes .-> content[(content)] -. is read by .-> publish
  publish -. writes .-> release[(release)] -. is read by .-> server
\`\`\`

Full arrows are imports, dotted ones files. Left out: \`tests\` and \`bench\`, which import what they look at.

| Folder | What lives there | May import | To add one |
| --- | --- | --- | --- |
| [\`content/\`](../content/README.md) | The caterer's: company, pages, words, brand, photos. | It is data. | See there, in Dutch. |
${FOLDERS.map(row).join('\n')}
`;
}

function row(/** @type {string} */ folder) {
  const { livesHere, mayImport, toAddOne } = readReadme(folder);
  return `| [\`${folder}/\`](../${folder}/README.md) | ${livesHere} | ${mayImport} | ${toAddOne} |`;
}

/**
 * @param {string} folder
 * @throws when one of the three lines is missing
 */
export function readReadme(folder) {
  const text = readFileSync(`${folder}/README.md`, 'utf8');
  const line = (/** @type {string} */ name) => {
    const found = new RegExp(`^- \\*\\*${name}\\*\\*: (.+)$`, 'm').exec(text)?.[1];
    if (!found) throw new Error(`${folder}/README.md: a line '- **${name}**: …' is missing`);
    return found.replaceAll('|', '\\|');
  };
  return {
    livesHere: line('Lives here'),
    mayImport: line('May import'),
    toAddOne: line('To add one'),
  };
}

/** What the lint rules of `biome.json` let a folder's production code import. */
export function allowedImports(/** @type {string} */ folder) {
  const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8'));
  const rule = overrides.find(
    (/** @type {{ includes: string[] }} */ { includes }) => includes[0] === `${folder}/**`,
  );
  const { patterns } = rule.linter.rules.style.noRestrictedImports.options;
  const forbidden = patterns.flatMap((/** @type {{ group: string[] }} */ { group }) => group);
  return CODE.filter((other) => other !== folder && !forbidden.includes(`**/${other}/**`));
}

/** @returns {Map<string, string>} 'a --> b' to a file of a that imports from b; tests left out */
export function importsBetweenFolders() {
  const arrows = new Map();
  for (const file of globSync(`{${CODE}}/**/*.{ts,tsx,mjs}`, { exclude: ['**/node_modules'] })) {
    if (IS_TEST.test(file)) continue;
    for (const [, path] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import)[ (]'(\.[^']+)'/g,
    )) {
      const from = file.replaceAll('\\', '/').split('/')[0];
      const to = normalize(`${file.replaceAll('\\', '/')}/../${path}`).split('/')[0];
      if (to !== from && CODE.includes(to ?? '')) arrows.set(`${from} --> ${to}`, file);
    }
  }
  return arrows;
}

if (process.argv[1] === import.meta.filename) writeFileSync(SHEET, drawArchitecture());
