/** What a test kills: edits a page again and again, each time with the next number in two fields. */
import { editContent, readFileAt } from '../../desk/server/content.ts';

const [, , contentDir = '', path = ''] = process.argv;
const folders = { contentDir, distDir: '', cacheDir: '', deskDir: '' };
let { hash } = (await readFileAt(contentDir, path)) ?? { hash: null };
for (let number = 1; ; number++) {
  const { file } = await editContent(folders, {
    path,
    hash,
    operations: [
      { kind: 'set', path: ['title'], value: `Nummer ${number}` },
      { kind: 'set', path: ['description'], value: `Nummer ${number}, en meer.` },
    ],
  });
  hash = file?.hash ?? null;
  console.log(number);
}
