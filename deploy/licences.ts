/**
 * Writes LICENSES.txt into a packed version (`pack.sh`): our own licence, those of the photos and
 * fonts, and of every package that is in the archive or in its bundles, Node and the decoder of
 * HEIC photos among them. Their licences ask that the text goes where the code goes.
 *
 * This must run before `pack.sh` removes the packages that are only needed to make the bundles.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

const TEXT = /^(?:licen[cs]e|copying|notice|authors|third[-_]?party)/i;

interface Package {
  title: string;
  text: string;
}

const projectParts: Package[] = [
  { title: 'This project', text: await readText('LICENSE') },
  { title: 'The photos of the sample', text: await readText('docs/photos.md') },
  { title: 'The fonts', text: await readText('site/fonts/files/OFL.txt') },
];
const folders = await packageFolders('node_modules');
const packages = await Promise.all(folders.map(describe));
const parts = [...projectParts, ...packages.sort((a, b) => (a.title < b.title ? -1 : 1))];
const rule = '='.repeat(80);
await writeFile(
  'LICENSES.txt',
  parts.map(({ title, text }) => `${rule}\n${title}\n${rule}\n\n${text.trim()}\n`).join('\n'),
);
console.log(`Licences of ${packages.length} packages.`);

/** Finds the folders of packages, and of packages inside packages. */
async function packageFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = join(parent, entry.name);
    if (entry.name.startsWith('@')) found.push(...(await packageFolders(folder)));
    else found.push(folder, ...(await packageFolders(join(folder, 'node_modules'))));
  }
  return found;
}

async function describe(folder: string): Promise<Package> {
  const {
    name,
    version,
    license,
    homepage = '',
  } = JSON.parse(await readText(join(folder, 'package.json')));
  if (!license) throw new Error(`${folder}: its package.json names no licence.`);
  const files = await readdir(folder, { withFileTypes: true });
  const named = files.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  // libvips lists the licences of its parts in its README.
  const readme = files.filter(({ name: file }) => /^readme\.md$/i.test(file));
  const chosen = named.length > 0 ? named : readme;
  const texts = await Promise.all(chosen.map((entry) => readText(join(folder, entry.name))));
  return { title: `${name} ${version}: ${license}\n${homepage}`.trim(), text: texts.join('\n\n') };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    console.error(`${join(process.cwd(), file)} cannot be read.`);
    process.exit(1);
  }
}
