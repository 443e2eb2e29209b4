/** What a test kills: saves files again and again, each time with the next number in all of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersIn } from '../folders.ts';
import { hashOf, replaceFiles } from './replace-files.ts';

const [, , root = '', ...paths] = process.argv;
const folders = foldersIn(root);
const texts = new Map(
  paths.map((path) => [path, readFileSync(join(folders.contentDir, path), 'utf8')]),
);
for (let number = 1; ; number++) {
  const files = [...texts].map(([path, text]) => {
    // Nothing that takes time besides the save, so that the kill falls into it.
    const bytes = text.replace(/^title: .*$/m, `title: Nummer ${number}`);
    texts.set(path, bytes);
    return { path, before: hashOf(text), bytes };
  });
  await replaceFiles(folders, files);
  console.log(number);
}
