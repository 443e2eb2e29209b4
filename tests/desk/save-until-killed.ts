/** A process for a test to kill: saves a page repeatedly, with the next number in two fields. */
import { readFileAt, saveContent } from '../../desk/server/content.ts';

const [, , contentDir = '', path = ''] = process.argv;
const folders = { contentDir, distDir: '', cacheDir: '', deskDir: '' };
for (let number = 1; ; number++) {
  const { hash = null } = (await readFileAt(contentDir, path)) ?? {};
  const title = `Nummer ${number}`;
  await saveContent(folders, {
    path,
    hash,
    operations: [
      { type: 'set', path: ['title'], value: title },
      { type: 'set', path: ['description'], value: `${title}, en meer.` },
    ],
  });
  console.log(number);
}
