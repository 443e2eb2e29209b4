import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentReleaseId } from '../../../publish/releases/releases.ts';
import { releasesDirOf } from '../../../release/site-folder.ts';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { createPreview, previewDir } from './preview.ts';
import { openPreviewLinks } from './preview-links.ts';

/* All tests of this file share one desk, because publishing takes seconds. */

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
  const site = join(desk.folders.contentDir, 'site.yaml');
  const text = await readFile(site, 'utf8');
  // The form calls another server, and its captcha loads another one's script.
  const foreign = text
    .replace(/^( *base:).*$/m, '$1 https://elders.example/api')
    .replace(/^( *provider:).*$/m, '$1 turnstile')
    .replace(/^( *siteKey:).*$/m, '$1 "1x00000000000000000000AA"');
  expect(foreign.match(/elders\.example|turnstile|1x0/g)).toHaveLength(3);
  await writeFile(site, foreign);
});
afterAll(() => desk.close());

interface PreviewResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request as a browser does, to any host. */
async function ask(
  path: string,
  { method = 'GET', host = new URL(desk.previewOrigin).host, port = desk.port, cookie = '' } = {},
): Promise<PreviewResponse> {
  const headers = { host, ...(cookie && { cookie }) };
  const request = http.request({ host: 'localhost', port, path, method, headers });
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** The token of a new link. */
async function newToken(kind: 'own' | 'shared' = 'shared') {
  const { response } = await desk.call('POST /api/preview/links', { kind });
  return new URL(response.url).pathname.split('/')[2] ?? '';
}
const titleOf = ({ body }: PreviewResponse) => /<title>(.*?)</.exec(body)?.[1];
const cookieOf = ({ headers }: PreviewResponse) => headers['set-cookie']?.[0]?.split(';')[0] ?? '';
const openLink = async (token: string) => cookieOf(await ask(`/bekijk/${token}`));
const state = async () => (await desk.call('GET /api/preview')).response;

test('no link is made before there is a preview', async () => {
  expect(await state()).toMatchObject({ isOn: true, isMade: false, links: [] });
  expect((await desk.call('POST /api/preview/links', { kind: 'own' })).status).toBe(409);
  expect((await ask('/')).status).toBe(404);
});

test('what is saved is shown, and is in no list of releases', async () => {
  expect((await desk.call('POST /api/preview')).status).toBe(200);
  expect(await desk.jobEnd()).toMatchObject({ kind: 'preview', state: 'done' });
  expect(await currentReleaseId(desk.folders.siteDir)).toBeUndefined();
  expect((await desk.call('GET /api/versions')).response).toEqual([]);
  const cookie = await openLink(await newToken());
  const page = await ask('/accueil', { cookie });
  expect(page.status).toBe(200);
  expect(page.body).toContain('Le couvert');
});

test('responses of the preview are neither cached nor indexed', async () => {
  const cookie = await openLink(await newToken());
  const paths = [
    '/accueil',
    '/',
    '/vie-privee',
    '/robots.txt',
    '/nergens',
    '/api/status',
    '/api/x',
  ];
  for (const path of paths) {
    for (const { headers } of [await ask(path, { cookie }), await ask(path)]) {
      expect(headers['cache-control'], path).toBe('no-store');
      expect(headers['x-robots-tag'], path).toContain('noindex');
      expect(headers, path).not.toHaveProperty('etag');
    }
  }
});

test('no other site may frame a page of the preview', async () => {
  const cookie = await openLink(await newToken());
  const framedBy = async (path: string, more?: { cookie: string }) => {
    const policy = String((await ask(path, more)).headers['content-security-policy']);
    return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
  };
  expect(await framedBy('/accueil', { cookie })).toBe("'none'");
  expect(await framedBy('/nergens', { cookie })).toBe("'none'");
  // The dialog of the form frames the privacy statement.
  expect(await framedBy('/vie-privee', { cookie })).toBe("'self'");
  // Without a link, this is the page that says so.
  expect(await framedBy('/accueil')).toBe("'none'");
});

describe('a link', () => {
  test('a preview link becomes a cookie that no script reads, at an address without the token', async () => {
    const token = await newToken();
    const response = await ask(`/bekijk/${token}/la-carte`);
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/la-carte');
    const [cookie = ''] = response.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(7 * 24 * 3_600);
    // No file contains the token of the link.
    const file = join(previewDir(desk.folders), 'links.json');
    expect(await readFile(file, 'utf8')).not.toContain(token);
  });

  test('a damaged list of preview links can be removed, as its message says', async () => {
    const file = join(desk.folders.deskDir, 'links.json');
    await writeFile(file, '[{');
    const { list } = openPreviewLinks(file);
    await expect(list()).rejects.toThrow(
      'links.json is damaged. Restore it from a backup, or remove',
    );
    await rm(file);
    expect(await list()).toEqual([]);
  });

  test('a preview link leads to a page of the site and nowhere else', async () => {
    const token = await newToken();
    for (const page of [
      '//elders.example',
      '/%2F%2Felders.example',
      '/nergens',
      '/../../api/state',
    ]) {
      const { status, headers } = await ask(`/bekijk/${token}${page}`);
      expect([undefined, '/'], page).toContain(headers.location);
      expect([303, 404], page).toContain(status);
    }
  });

  test('a preview link has over TLS a cookie that only this host can set', async () => {
    const origin = 'https://voorbeeld.mesange.example';
    const preview = createPreview({ folders: desk.folders, origin });
    const server = http.createServer(preview.handle).listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { url } = await preview.createLink('own');
    const response = await ask(new URL(url).pathname, { port });
    expect(response.headers['set-cookie']?.[0]).toMatch(/^__Host-voorbeeld=.*; Secure/);
    expect((await ask('/accueil', { port, cookie: cookieOf(response) })).status).toBe(200);
    // The preview's name does not resolve (RFC 2606).
    expect((await preview.readState()).isOn).toBe(false);
    for (const domain of ['voorbeeld.mesange.example', 'elders.example', '']) {
      expect((await ask(`/certificate?domain=${domain}`, { port })).status).toBe(404);
    }
    server.close();
  });
});

describe('a stranger', () => {
  test('no preview opens with a token that was guessed, has expired or was ended', async () => {
    const name = (await openLink(await newToken())).split('=')[0];
    const guessed = 'A'.repeat(43);
    const opened = [
      await ask('/accueil'),
      await ask(`/bekijk/${guessed}`),
      await ask('/bekijk/'),
      await ask('/accueil', { cookie: `${name}=${guessed}` }),
      await ask('/accueil', { cookie: `${name}=` }),
    ];

    const ended = await newToken();
    const endedCookie = await openLink(ended);
    for (const { id } of (await state()).links) {
      await desk.call('DELETE /api/preview/links/:id', undefined, id);
    }
    expect((await state()).links).toEqual([]);
    opened.push(await ask(`/bekijk/${ended}`), await ask('/accueil', { cookie: endedCookie }));

    const expired = await newToken();
    const expiredCookie = await openLink(expired);
    expect((await ask('/accueil', { cookie: expiredCookie })).status).toBe(200);
    const file = join(previewDir(desk.folders), 'links.json');
    const links = JSON.parse(await readFile(file, 'utf8')) as { expiresAtMs: number }[];
    const past = links.map((link) => ({ ...link, expiresAtMs: Date.now() - 1 }));
    await writeFile(file, JSON.stringify(past));
    opened.push(await ask(`/bekijk/${expired}`), await ask('/accueil', { cookie: expiredCookie }));

    for (const { status, body, headers } of opened) {
      expect(status).toBe(404);
      expect(body).not.toContain('couvert');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  test('the cookie of the desk does not open the preview, nor that of the preview the desk', async () => {
    const cookie = await openLink(await newToken());
    const [name, token] = cookie.split('=');
    const [deskName, session] = desk.cookie.split('=');
    const host = new URL(desk.origin).host;
    expect((await ask('/api/state', { host, cookie: desk.cookie })).status).toBe(200);
    for (const one of [cookie, `${deskName}=${token}`]) {
      expect((await ask('/api/state', { host, cookie: one })).status).toBe(401);
    }
    for (const one of [desk.cookie, `${name}=${session}`]) {
      expect((await ask('/accueil', { cookie: one })).status).toBe(404);
    }
    const both = `${cookie}; ${desk.cookie}`;
    for (const path of ['/api/content', '/api/enquiries', '/enquiries.csv', '/edited-page/']) {
      const response = await ask(path, { cookie: both });
      expect(response.status, path).toBe(404);
      expect(String(response.headers['content-type']), path).not.toMatch(/json|csv/);
    }
  });

  test('no preview opens at another host', async () => {
    const cookie = await openLink(await newToken());
    for (const host of ['elders.example', `voorbeeld.localhost.elders.example:${desk.port}`]) {
      expect((await ask('/accueil', { host, cookie })).status).toBe(403);
    }
  });
});

test('nothing can be sent, and the form says so', async () => {
  const cookie = await openLink(await newToken());
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of ['/api/mail/mesange', '/api/status', '/accueil', '/api/publish']) {
      expect((await ask(path, { method, cookie })).status, `${method} ${path}`).toBe(405);
    }
  }
  expect((await ask('/api/mail/mesange', { cookie })).status).toBe(404);
  expect((await ask('/api/status', { cookie })).body).toBe('status ok');
  expect((await ask('/accueil', { method: 'HEAD', cookie })).body).toBe('');
  const form = await ask('/demande', { cookie });
  expect(form.body).toContain('dit formulier verstuurt niets');
  const everything = form.body + JSON.stringify(form.headers);
  expect(everything).not.toContain('elders.example');
  expect(everything).not.toContain('cloudflare');
});

test('only the last preview is kept, and none of a file that is erased for good', async () => {
  const { files } = (await desk.call('GET /api/content')).response;
  const home = files.find(({ path }) => path === 'pages/accueil.yaml');
  await desk.save('pages/accueil.yaml', home?.hash ?? '', [
    { type: 'set', path: ['title'], value: 'Un autre titre' },
  ]);
  const cookie = await openLink(await newToken());
  await desk.call('POST /api/preview');
  await desk.jobEnd();
  expect(titleOf(await ask('/accueil', { cookie }))).toContain('Un autre titre');
  expect(await readdir(releasesDirOf(previewDir(desk.folders)))).toHaveLength(1);

  await desk.call('DELETE /api/uploads/:path', undefined, 'files/menu-du-mois.pdf');
  const [item] = (await desk.call('GET /api/bin')).response;
  await desk.call('DELETE /api/bin/:id', undefined, item?.id ?? '');
  expect(await desk.jobEnd()).toMatchObject({ kind: 'erase', state: 'done' });
  expect((await ask('/files/menu-du-mois.pdf', { cookie })).status).toBe(404);
  expect(await state()).toMatchObject({ isMade: false, links: [] });
});
