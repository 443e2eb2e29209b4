// @ts-check
/**
 * Prints under which licences the packages stand that serving and publishing install (`npm sbom`), and ends
 * with 1 when one is not among those we take: `node scripts/list-licences.mjs`.
 */
import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** They ask for no more than to be named; LGPL is libvips', which sharp links to and nobody ships on. */
const TAKEN = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
];

/**
 * @typedef {{ license: { id?: string, name?: string } } | { expression: string }} Licence
 * @typedef {{ name: string, version: string, licenses?: Licence[] }} Component
 */

const NPM_SBOM = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--workspaces=false'];
const shell = process.platform === 'win32';
const text = execFileSync('npm', NPM_SBOM, { encoding: 'utf8', shell, maxBuffer: 1e7 });
/** @type {{ components: Component[] }} */
const { components } = JSON.parse(text);

/** @type {Map<string, string[]>} */
const byLicence = new Map();
for (const { name, version, licenses = [] } of components) {
  const licence = licenses
    .map((entry) =>
      'expression' in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? ''),
    )
    .join(' OR ');
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}@${version}`]);
}
/** @param {string} licence of 'A OR B' one will do, of 'A AND B' all must */
const isTaken = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => TAKEN.includes(part.trim())));

for (const [licence, names] of [...byLicence].sort(([a], [b]) => a.localeCompare(b))) {
  console.log(`${String(names.length).padStart(4)}  ${licence || 'none named'}`);
}
const refused = [...byLicence].filter(([licence]) => !isTaken(licence));
for (const [licence, names] of refused) {
  console.error(`${licence || 'No licence'}: ${names.join(', ')}`);
  process.exitCode = 1;
}
