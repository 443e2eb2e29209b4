/** A process for a test to kill: saves a page repeatedly, with the next number in two fields. */
import { readFileAt, saveContent } from '../../desk/server/content.ts';

const [, , contentDir = '', path = ''] = process.argv;
const folders = { contentDir, distDir: '', cacheDir: '', deskDir: '' };
for (let number = 1; ; number++) {
  const { hash = null, value } = (await readFileAt(contentDir, path)) ?? {};
  const title = `Nummer ${number}`;
  const next = { ...(value as object), title, description: `${title}, en meer.` };
  await saveContent(folders, { path, hash, value: next });
  console.log(number);
}
