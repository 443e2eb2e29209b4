import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type DeskFolders, foldersIn } from '../../desk/server/folders.ts';
import { createDeskServer, type DeskServer } from '../../desk/server/http-server.ts';
import { CODE_ROOT } from '../../desk/server/publish-site.ts';
import { FIXTURE_CONTENT_DIR } from '../fixture-content.ts';

type Answer = { status: number; body: never; headers: Record<string, unknown>; text: string };

/** A desk for each test, on a copy of the tests' caterer, called as its app calls it. */
export function openDeskForEachTest() {
  let folders: DeskFolders;
  let desk: DeskServer;
  let host = '';
  let cookie = '';

  beforeEach(async () => {
    const root = await mkdtemp(join(tmpdir(), 'desk-'));
    folders = { ...foldersIn(root), cacheDir: join(CODE_ROOT, '.cache') };
    cpSync(FIXTURE_CONTENT_DIR, folders.contentDir, { recursive: true });
    const appDir = join(root, 'app');
    await mkdir(appDir);
    await writeFile(join(appDir, 'index.html'), '<!doctype html><title>De app</title>');
    desk = await createDeskServer(folders, appDir);
    host = new URL(await desk.http.listen({ host: '127.0.0.1', port: 0 })).host;
    const opened = await send('GET', desk.entrance, undefined, { cookie: '' });
    cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
  });
  afterEach(async () => {
    await desk.http.close();
    await rm(join(folders.contentDir, '..'), { recursive: true, force: true });
  });

  /** @param headers in place of those that a browser at the desk sends */
  async function send(
    method: string,
    url: string,
    payload?: object | Buffer,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer> {
    const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json';
    const all = {
      host,
      cookie,
      ...(method !== 'GET' && { origin: `http://${host}` }),
      ...(payload && { 'content-type': type }),
      ...headers,
    };
    const known = Object.entries(all).filter(([, value]) => value !== undefined);
    const response = await desk.http.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(known) as Record<string, string>,
      ...(payload && { payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload) }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      body: (isJson ? response.json() : response.rawPayload) as never,
    };
  }

  return { send, folders: () => folders, entrance: () => desk.entrance };
}
