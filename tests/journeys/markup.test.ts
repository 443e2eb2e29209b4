import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { pages, SHIPPED_DIR, SITE_DIR, UNKNOWN_PATH } from '../support/site.ts';

/** CSS that is in a standard, and that the checker does not know yet. */
const UNKNOWN_TO_IT = [
  'Parse Error', // ::view-transition-old(root)
  '“@starting-style”',
  '“@view-transition”',
  '“@property”',
  '“@container”',
  '“container-type”',
  '“view-transition-name”',
  '“animation-timeline”',
  '“animation-range”',
  '“scroll(root)”',
  '“plus-lighter”',
  '“interpolate-size”',
  '“anchor-name”',
];

interface Message {
  type: 'info' | 'error' | 'non-document-error';
  subType?: 'warning';
  message: string;
  extract?: string;
  url: string;
}

test('the W3C’s checker finds no error and no warning in any page and its styles', async () => {
  test.skip(spawnSync('java', ['-version']).status !== 0, 'There is no Java here');
  test.setTimeout(240_000);
  const documents = await Promise.all([SITE_DIR, SHIPPED_DIR].map(documentsOf));
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const { stdout } = await promisify(execFile)(
    'java',
    // A deep stack for long regular expressions; one processor, whose work would be half compiling.
    [
      ...['-Xss4m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-jar', jar],
      ...['--format', 'json', '--stdout', '--exit-zero-always'],
      ...documents.flat(),
    ],
    { maxBuffer: 1e8 },
  );
  const { messages }: { messages: Message[] } = JSON.parse(stdout);
  const found = messages
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .filter(
      ({ message }) =>
        !UNKNOWN_TO_IT.some((part) => /^CSS: /.test(message) && message.includes(part)),
    )
    .map(({ url, message, extract }) => `${url.split('/').at(-1)}: ${message} ${extract ?? ''}`);
  expect(found).toEqual([]);
});

/** Each page of a release once: not with its notice, not those of the style guide. */
async function documentsOf(siteDir: string): Promise<string[]> {
  const id = (await readFile(join(siteDir, 'current'), 'utf8')).trim();
  const publicDir = join(siteDir, 'releases', id, 'public');
  const names = (await readdir(publicDir)).filter((name) => /^(?!stijl)[^.]+\.html$/.test(name));
  return names.map((name) => join(publicDir, name));
}

test('every link within the site leads to something, and every anchor to its place', async () => {
  const site: OpenSite = await openSite();
  const htmlAt = async (path: string) => (await site.http.inject({ url: path })).body;
  try {
    for (const from of [...pages.map(({ path }) => path), UNKNOWN_PATH]) {
      const html = await htmlAt(from);
      const hrefs = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => href);
      for (const href of new Set(hrefs.map((one) => one.replaceAll('&amp;', '&')))) {
        if (!/^[/#]/.test(href)) continue;
        const { pathname, hash } = new URL(href, `http://localhost${from}`);
        const answer = await site.http.inject({ url: pathname });
        const to = answer.statusCode === 301 ? String(answer.headers.location) : pathname;
        const target = to === from ? html : await htmlAt(to);
        if (pathname !== UNKNOWN_PATH) {
          expect.soft([200, 301], `${href} on ${from}`).toContain(answer.statusCode);
        }
        if (hash) {
          expect.soft(target.includes(`id="${hash.slice(1)}"`), `${href} on ${from}`).toBe(true);
        }
      }
    }
  } finally {
    await site.close();
  }
});
