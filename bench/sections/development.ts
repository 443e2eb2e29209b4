import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../../tests/free-port.ts';
import { openBrowser } from '../phone.ts';
import { median, type Section } from '../section.ts';

const SAVES = 5;
const CHANGED = 'pages/home.yaml';
const SENTENCE = /^( *sentence: ).*$/m;

export default {
  about: `\`npm run dev\` over a copy of \`content/\`: from a save to the changed words in an open page, which reloads by itself; median of ${SAVES} saves of the hero's sentence. What was typed into the form stays over a reload, as browsers keep it; nothing else has a state.`,
  async measure(onProgress) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-development-'));
    const contentDir = join(folder, 'content');
    await cp('content', contentDir, { recursive: true });
    const args = ['publish/dev.ts', '--content', contentDir, '--dist', join(folder, 'dist')];
    const child = spawn(process.execPath, args, {
      env: {
        PATH: process.env.PATH,
        PORT: String(await freePort()),
        DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const browser = await openBrowser();
    try {
      let said = '';
      for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
        said += chunk;
        if (said.includes('The site is at ')) break;
      }
      child.stdout.resume();
      const page = await browser.newPage();
      await page.goto(/The site is at (\S+)/.exec(said)?.[1] ?? '');
      const file = join(contentDir, CHANGED);
      const before = await readFile(file, 'utf8');
      const times: number[] = [];
      for (let save = 0; save < SAVES; save++) {
        await page.waitForTimeout(1000);
        const words = `Zin ${save}.`;
        const since = performance.now();
        await writeFile(file, before.replace(SENTENCE, `$1${words}`));
        await page.getByRole('heading', { level: 1, name: words }).waitFor();
        times.push(performance.now() - since);
        onProgress(`save ${save + 1}: ${times.at(-1)?.toFixed(0)} ms`);
      }
      return [{ what: 'save to screen', value: median(times), unit: 'ms', goal: '≤ 200' }];
    } finally {
      await browser.close();
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Section;
