import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDeskForEachTest } from '../../tests/desk/open-desk.ts';
import type { ContentAnswer, ContentFile, Draft, Look, Problem } from '../api.ts';

const desk = openDeskForEachTest();
const { send } = desk;

async function load(path: string): Promise<ContentFile & { value: object }> {
  const { files }: ContentAnswer = (await send('GET', '/api/content')).body;
  return files.find((file) => file.path === path) as never;
}

describe('the door', { timeout: 60_000 }, () => {
  it('opens by its address, once a start, and remembers the browser', async () => {
    const opened = await send('GET', desk.entrance(), undefined, { cookie: '' });
    expect(opened.status).toBe(303);
    expect(opened.headers.location).toBe('/');
    expect(opened.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict/);
    const [name] = String(opened.headers['set-cookie']).split('=');
    expect((await send('GET', '/', undefined, { cookie: `${name}=x` })).status).toBe(401);
    const page = await send('GET', '/paginas/home');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('De app')]);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect((await send('GET', '/canvas.js')).status).toBe(404);
  });

  it.each<[string, number, string, string, Record<string, string | undefined>]>([
    ['no cookie', 401, 'GET', '/api/content', { cookie: '' }],
    ['a wrong cookie', 401, 'GET', '/', { cookie: 'desk-1=x' }],
    ['a wrong token', 401, 'GET', '/?token=x', { cookie: '' }],
    ['a domain that leads here', 403, 'GET', '/api/content', { host: 'evil.example' }],
    ['a form of another site', 403, 'DELETE', '/api/draft', { origin: 'https://evil.example' }],
    ['a page on another port', 403, 'DELETE', '/api/draft', { origin: 'http://127.0.0.1:1' }],
    ['a call from nowhere', 403, 'DELETE', '/api/draft', { origin: undefined }],
    ['a read from elsewhere', 403, 'GET', '/api/content', { origin: 'https://evil.example' }],
  ])('stays shut for %s', async (_, status, method, url, headers) => {
    expect((await send(method, url, undefined, headers)).status).toBe(status);
  });

  it('shows no file but the app’s', async () => {
    for (const url of [
      '/../content/site.yaml',
      '/..%2fcontent%2fsite.yaml',
      '/%2e%2e/content/site.yaml',
      '/assets/..%5c..%5ccontent/site.yaml',
      '/photos/..%2f..%2fsite.yaml',
      '/files/..%2fsite.yaml',
      '/fonts/..%2f..%2fdraft.json',
    ]) {
      const { text } = await send('GET', url);
      expect(text, url).not.toMatch(/^url:|timeZone/m);
    }
  });
});

describe('the desk', { timeout: 60_000 }, () => {
  it('checks, refuses and saves in the words of the build', async () => {
    const { path, hash, value } = await load('company.yaml');
    const wrong = { changes: [{ path, hash, value: { ...value, email: 'geen adres' } }] };
    const problem: Problem = {
      file: path,
      path: ['email'],
      now: "'geen adres'",
      expected: 'het mailadres van de zaak',
      example: 'email: info@maanzaad.example\n',
    };
    const checked = await send('POST', '/api/check', wrong);
    expect(checked.body).toMatchObject({ problems: [{ ...problem, example: expect.any(String) }] });
    const refused = await send('PUT', '/api/content', wrong);
    expect([refused.status, refused.body]).toMatchObject([422, { problems: [{ file: path }] }]);
    const right = { changes: [{ path, hash, value: { ...value, phone: '080 11 22 33' } }] };
    expect(await send('PUT', '/api/content', right)).toMatchObject({
      status: 200,
      body: { files: [{ path, value: { phone: '080 11 22 33' } }] },
    });
    expect((await send('PUT', '/api/content', right)).status).toBe(409);
    expect(
      (
        await send('PUT', '/api/content', {
          changes: [{ path: '../x.yaml', hash: null, value: {} }],
        })
      ).status,
    ).toBe(400);
    expect((await send('PUT', '/api/content', Buffer.from('x'))).status).toBe(400);
  });

  it('keeps a draft until it is saved, and not over that of another tab', async () => {
    const { path, hash, value } = await load('company.yaml');
    const changes = [{ path, hash, value: { ...value, name: 'De Mees' } }];
    expect((await send('PUT', '/api/draft', { tab: 'a', changes })).body).toMatchObject({
      tab: 'a',
      changes,
    });
    expect((await send('PUT', '/api/draft', { tab: 'b', changes: [] })).status).toBe(409);
    expect(
      JSON.parse(await readFile(join(desk.folders().deskDir, 'draft.json'), 'utf8')),
    ).toMatchObject({ tab: 'a', changes });
    expect((await send('PUT', '/api/draft', { tab: 'b', changes, takeOver: true })).status).toBe(
      200,
    );
    expect((await send('GET', '/api/state')).body).toMatchObject({
      isSample: true,
      draft: { tab: 'b' } satisfies Partial<Draft>,
    });
    await send('PUT', '/api/content', { changes, tab: 'b' });
    expect((await send('GET', '/api/draft')).body).toBe(null);
  });

  it('says what is still the sample’s', async () => {
    const { sampleFacts } = (await send('GET', '/api/state')).body as { sampleFacts: Problem[] };
    expect(sampleFacts.map(({ file, path }) => [file, path[0]])).toContainEqual([
      'company.yaml',
      'vatNumber',
    ]);
  });

  it('shows a brand that is not saved, and says what cannot be read', async () => {
    const { value } = await load('brand.yaml');
    const { colors } = value as { colors: Record<string, string> };
    const look = await send('POST', '/api/look', {
      brand: { ...value, colors: { ...colors, ornament: '#123456' } },
    });
    const { css, logo } = look.body as Look;
    expect(css).toContain('--ornament: #123456');
    expect(logo.large).toMatch(/^<svg/);
    const [, font] = /url\("(\/fonts\/[^"]+)"\)/.exec(css) ?? [];
    expect((await send('GET', String(font))).headers['content-type']).toBe('font/woff2');
    const pale = await send('POST', '/api/look', {
      brand: { ...value, colors: { ...colors, ink: '#eeeeee' } },
    });
    expect([pale.status, pale.body]).toMatchObject([
      422,
      { problems: [{ path: ['colors', 'ink'] }] },
    ]);
  });
});
