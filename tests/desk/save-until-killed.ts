/**
 * Adds sections to a page until a test kills this process. Each section contains the id of its
 * save.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openIdempotencyKeys } from '../../desk/server/content/idempotency-keys.ts';
import { readFileAt } from '../../desk/server/content/read-content.ts';
import { hashNow, saveContent } from '../../desk/server/content/save.ts';
import { PROTOCOL_VERSION } from '../../desk/shared/api.ts';
import type { Value } from '../../desk/shared/values.ts';

const [, , root = '', path = '', firstRequest] = process.argv;
const contentDir = join(root, 'content');
const folders = { contentDir, siteDir: '', cacheDir: '', deskDir: join(root, 'desk') };
const keys = await openIdempotencyKeys(folders.deskDir, (file) => hashNow(folders, file));

/** The first request repeats an earlier one, as a browser does when the response was lost. */
let request = firstRequest ? JSON.parse(firstRequest) : undefined;
for (;;) {
  if (!request) {
    const { hash = null, value } = (await readFileAt(contentDir, path)) ?? {};
    const { sections } = value as { sections: Value[] };
    const section = { kind: 'quote', text: `Nummer ${sections.length}`, who: 'An' };
    const insert = { type: 'insert', path: ['sections', sections.length], value: section } as const;
    request = {
      version: PROTOCOL_VERSION,
      files: [{ id: randomUUID(), path, hash, operations: [insert] }],
    };
  }
  console.log(JSON.stringify(request));
  const { files } = await saveContent(folders, keys, request);
  if (files[0]?.state !== 'saved') throw new Error(JSON.stringify(files));
  request = undefined;
}
