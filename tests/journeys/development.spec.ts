import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, openPage, test as siteTest } from '../support/browser/browser-test.ts';
import { CONTENT_DIR, homePage, homePath, sectionOf } from '../support/content/fixture-site.ts';
import { freePort } from '../support/servers/ports.ts';

interface Development {
  /** A writable copy of the project's code. */
  codeDir: string;
  /** A writable copy of the fixture. */
  contentDir: string;
  output: () => string;
}

/** The code that publishing and the server need. */
const CODE = [
  'enquiry',
  'publish',
  'release',
  'runtime',
  'server',
  'site',
  'package.json',
  'vite.config.ts',
];

/** This test opens `npm run dev` instead of the published site. */
const test = siteTest.extend<{ development: Development }>({
  // biome-ignore lint/correctness/noEmptyPattern: the pattern tells Playwright what it needs
  development: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'development-'));
    const contentDir = join(folder, 'content');
    await cp(CONTENT_DIR, contentDir, { recursive: true });
    const codeDir = join(folder, 'code');
    for (const name of CODE) await cp(name, join(codeDir, name), { recursive: true });
    await symlink(resolve('node_modules'), join(codeDir, 'node_modules'));
    const args = ['publish/dev-server.ts', '--content', contentDir, '--site', join(folder, 'dist')];
    const port = String(await freePort());
    const child = spawn(process.execPath, args, {
      cwd: codeDir,
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
    await use({ codeDir, contentDir, output: () => output });
    child.kill();
    await exited;
    await rm(folder, { recursive: true });
  },
  baseURL: async ({ development }, use) => {
    await use(/The site is at (\S+)/.exec(development.output())?.[1] ?? '');
  },
});

test('an open page shows changes of content and code, but no mistakes', async ({
  page,
  development,
  watch,
}) => {
  watch.allow(/ERR_CONNECTION_REFUSED/);
  const published = { timeout: 60_000 };
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
  await test.step('a field that is added to the code is shown', async () => {
    await edit(
      'site/sections/hero/schema.ts',
      'fields: {',
      'fields: {\n    extra: optionalField(text, "E"),',
    );
    await edit(
      'site/sections/hero/Hero.tsx',
      '      {section.promises && (',
      '      <p>{section.extra}</p>\n      {section.promises && (',
    );
    await writeFile(file, before.replace('kind: hero', 'kind: hero\n    extra: Nouveau champ'));
    await expect(page.getByText('Nouveau champ')).toBeAttached(published);
  });

  async function edit(name: string, from: string, to: string) {
    const path = join(development.codeDir, name);
    const code = await readFile(path, 'utf8');
    expect(code).toContain(from);
    await writeFile(path, code.replace(from, to));
  }
});
