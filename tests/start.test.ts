import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { currentFileOf } from '../release/site-folder.ts';
import { FIXTURE_CONTENT_DIR } from './support/content/fixture-content.ts';
import { content, homePath } from './support/content/fixture-site.ts';
import { untilPrinted } from './support/servers/until-printed.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

test.each(['the environment', '.env'])(
  '`npm start` publishes and serves the folders that %s names',
  async (place) => {
    const folder = await temporaryFolder();
    await cp(FIXTURE_CONTENT_DIR, join(folder, 'texts'), { recursive: true });
    const folders = { CONTENT_DIR: join(folder, 'texts'), SITE_DIR: join(folder, 'site') };
    const lines = Object.entries(folders).map((setting) => setting.join('='));
    if (place === '.env') await writeFile(join(folder, '.env'), lines.join('\n'));

    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    // The server starts elsewhere, where a test may write its own .env.
    const script = scripts.start.replace(/\b(?:publish|server)\/\S+/g, (file: string) =>
      resolve(file),
    );
    const child = spawn('sh', ['-c', script], {
      cwd: folder,
      detached: true,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        ...(place !== '.env' && folders),
      },
    });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGTERM');
      await ended;
    });
    const url = await untilPrinted(child, /http:\/\/localhost:\d+/);
    expect(await (await fetch(url + homePath)).text()).toContain(content.company.name);
    expect(existsSync(currentFileOf(folders.SITE_DIR))).toBe(true);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  },
);

test.each([
  ['publishing', 'publish/publish.ts', 'CONTENT_DRI=texts'],
  // With port 0, the desk could not know where the site is.
  ['a desk', 'desk/server/main.ts --local', 'PORT=0'],
  ['a desk without a next port', 'desk/server/main.ts --local', 'PORT=65535'],
])('a wrong setting stops %s with one line', async (_, command, setting) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '.env'), setting);
  const [program = '', ...args] = command.split(' ');
  const child = spawn(process.execPath, [resolve(program), ...args], { cwd: folder });
  const ended = once(child, 'exit');
  let errors = '';
  for await (const chunk of child.stderr) errors += chunk;
  const [name] = setting.split('=');
  expect(errors.trim().split('\n')).toEqual([expect.stringContaining(`${name}`)]);
  expect((await ended)[0]).toBe(1);
});
