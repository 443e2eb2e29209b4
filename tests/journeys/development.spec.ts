import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../free-port.ts';
import { expect, openPage, test as siteTest } from '../support/browser-test.ts';
import { openSite } from '../support/open-site.ts';
import {
  CONTENT_DIR,
  formPath,
  homePage,
  homePath,
  pages,
  sectionOf,
  styleGuidePaths,
  UNKNOWN_PATH,
} from '../support/site.ts';

interface Development {
  /** A writable copy of the fixture. */
  contentDir: string;
  output: () => string;
}

/** `npm run dev` instead of the published site. */
const test = siteTest.extend<{ development: Development }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  development: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'development-'));
    const contentDir = join(folder, 'content');
    await cp(CONTENT_DIR, contentDir, { recursive: true });
    const args = ['publish/dev.ts', '--content', contentDir, '--dist', join(folder, 'dist')];
    const port = String(await freePort());
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, PORT: port, DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    let output = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk;
          if (output.includes('The site is at ')) resolve();
        });
      }
      child.once('exit', () => reject(new Error(`The development server ended:\n${output}`)));
    });
    await use({ contentDir, output: () => output });
    child.kill();
    await exited;
    await rm(folder, { recursive: true });
  },
  baseURL: async ({ development }, use) => {
    await use(/The site is at (\S+)/.exec(development.output())?.[1] ?? '');
  },
});

/** Headers that may differ between two equal responses. */
const OWN_HEADERS = /^(?:date|connection|keep-alive|etag|vary|content-length|content-encoding)$/;

test('development serves the same pages and headers, and shows each change', async ({
  page,
  development,
  watch,
}) => {
  // Publishes three times.
  test.setTimeout(180_000);
  watch.allow(/ERR_CONNECTION_REFUSED/);
  const published = { timeout: 60_000 };
  await test.step('the same headers', async () => {
    const site = await openSite();
    const headersOf = (headers: object) =>
      Object.entries(headers)
        .filter(([name]) => !OWN_HEADERS.test(name))
        // The tests' release also has styles of test components.
        .map(([name, value]) => [name, String(value).replace(/sha256-[^']*/, 'sha256-…')])
        .toSorted();
    for (const path of [...pages.map((one) => one.path), '/', `${formPath}/`, UNKNOWN_PATH]) {
      const [here, there] = [
        await page.request.get(path, { maxRedirects: 0 }),
        await site.http.inject({ url: path, headers: { 'accept-encoding': 'identity' } }),
      ];
      expect.soft(here.status(), path).toBe(there.statusCode);
      expect.soft(headersOf(here.headers()), path).toEqual(headersOf(there.headers));
    }
    await site.close();
    for (const path of styleGuidePaths()) {
      expect.soft((await page.request.get(path)).status(), path).toBe(200);
    }
  });

  const heading = page.getByRole('heading', { level: 1 });
  const { sentence } = sectionOf(homePage, 'hero');
  const [first = ''] = sentence.split('\n');
  const file = join(development.contentDir, 'pages/accueil.yaml');
  const before = await readFile(file, 'utf8');
  await openPage(page, homePath);
  await expect(heading).toHaveText(sentence);

  await test.step('a mistake is reported and does not change the page', async () => {
    await writeFile(file, before.replace('path: /accueil', 'path: accueil'));
    await expect.poll(development.output, published).toContain('accueil.yaml');
    await page.reload();
    await expect(heading).toHaveText(sentence);
  });
  await test.step('an open page reloads after a change', async () => {
    await writeFile(file, before.replace(first, 'Autre chose.'));
    await expect(heading).toContainText('Autre chose.', published);
  });
});
