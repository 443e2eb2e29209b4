import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ASK_EVERY_MS = 150;
const ID_FILE = 'release-id.txt';
const SCRIPT = `
let shown;
setInterval(async () => {
  const current = await fetch('/${ID_FILE}', { cache: 'no-store' }).then(
    (reply) => reply.text(),
    // The server starts again after a change of its own code.
    () => shown,
  );
  if (shown !== undefined && current !== shown) location.reload();
  shown = current;
}, ${ASK_EVERY_MS});
`;

/**
 * Lets open pages of a release reload when a newer one is in force.
 *
 * @returns the script's web path
 */
export async function writeReloadScript(id: string, publicDir: string): Promise<string> {
  await writeFile(join(publicDir, ID_FILE), id);
  await writeFile(join(publicDir, 'reload.js'), SCRIPT);
  return '/reload.js';
}
