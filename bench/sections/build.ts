import { spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { FRUGAL } from '../../publish/frugal-start.ts';
import type { Row, Section } from '../section.ts';

/** 24 megapixels, as a camera takes them. */
const LARGE = { width: 6000, height: 4000 };

export default {
  about:
    'Publishing `content/` with nothing in the cache, with a changed text, and with a photo of 24 megapixels; by the clock, and the most memory that its process held.',
  async measure(onProgress) {
    // Within the project: what is bundled imports its packages.
    await mkdir('.cache', { recursive: true });
    const folder = await mkdtemp(join('.cache', 'bench-'));
    const contentDir = join(folder, 'content');
    const rows: Row[] = [];
    try {
      await cp('content', contentDir, { recursive: true });
      const publish = async (what: string, goal: string) => {
        const { seconds, megabytes } = await publishOnce(folder);
        rows.push({ what, value: seconds, unit: 's', goal });
        onProgress(`${what}: ${seconds.toFixed(1)} s, ${megabytes} MB`);
        return megabytes;
      };
      const coldMegabytes = await publish('cold', '≤ 30');
      rows.push({ what: 'its memory', value: coldMegabytes, unit: 'MB', goal: '–' });
      await appendFile(join(contentDir, 'site.yaml'), '\n# changed\n');
      await publish('warm', '≤ 3');
      const [photo = ''] = (await readdir(join(contentDir, 'photos'))).filter((name) =>
        /\.jpe?g$/.test(name),
      );
      const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
      await sharp({ create: { ...LARGE, channels: 3, background: '#987', noise } })
        .jpeg()
        .toFile(join(contentDir, 'photos', photo));
      const megabytes = await publish('with a new photo of 24 megapixels', '–');
      rows.push({ what: 'its memory', value: megabytes, unit: 'MB', goal: '≤ 400' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return rows;
  },
} satisfies Section;

/**
 * @param folder with `content/`; `dist/` and `cache/` are made there, or found
 * @returns seconds by the clock, and the most memory that the process held
 */
export function publishOnce(folder: string): Promise<{ seconds: number; megabytes: number }> {
  const code = `
import { publishRelease } from './publish/publish-release.ts';
const folder = ${JSON.stringify(folder)};
await publishRelease({ contentDir: folder + '/content', distDir: folder + '/dist', cacheDir: folder + '/cache' });
console.log(process.resourceUsage().maxRSS);`;
  const startedAt = performance.now();
  const args = [...FRUGAL.execArgv, '--input-type=module-typescript', '-e', code];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...FRUGAL.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((done, fail) => {
    child.once('exit', (status) => {
      if (status !== 0) return fail(new Error(`publishing ended with ${status}`));
      const megabytes = Math.round(Number(output.trim().split('\n').at(-1)) / 1000);
      done({ seconds: (performance.now() - startedAt) / 1000, megabytes });
    });
  });
}
