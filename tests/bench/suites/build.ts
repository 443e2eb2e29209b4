import { spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Figure, Goal, Suite } from '../suite.ts';

export default {
  about:
    'Publishing `content/` with an empty cache, with a changed text, and with a new photo of 24 megapixels: wall-clock seconds, and the peak memory of the process.',
  async measure(onProgress) {
    // The folder is inside the project, because the bundle imports the project's packages.
    await mkdir('.cache', { recursive: true });
    const folder = await mkdtemp(join('.cache', 'bench-'));
    const contentDir = join(folder, 'content');
    const rows: Figure[] = [];
    const publish = async (what: string, goal?: Goal) => {
      const { seconds, megabytes } = await publishOnce(folder);
      rows.push({ what, value: seconds, unit: 's', ...(goal && { goal }) });
      rows.push({ what: `${what}: memory`, value: megabytes, unit: 'MB' });
      onProgress(`${what}: ${seconds.toFixed(1)} s, ${megabytes} MB`);
    };
    try {
      await cp('content', contentDir, { recursive: true });
      await publish('empty cache', { atMost: 45 });
      await appendFile(join(contentDir, 'site.yaml'), '\n# changed\n');
      await publish('a changed text', { atMost: 5 });
      const photos = await readdir(join(contentDir, 'photos'));
      const photo = photos.find((name) => name.endsWith('.jpg')) ?? '';
      const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
      await sharp({
        create: { width: 6000, height: 4000, channels: 3, background: '#987', noise },
      })
        .jpeg()
        .toFile(join(contentDir, 'photos', photo));
      await publish('a new photo of 24 megapixels');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return rows;
  },
} satisfies Suite;

/** @param folder with `content/`; `dist/` and `cache/` are created in it */
async function publishOnce(folder: string): Promise<{ seconds: number; megabytes: number }> {
  const code = `
import { publishRelease } from './publish/publish-release.ts';
const folder = ${JSON.stringify(folder)};
await publishRelease({ contentDir: folder + '/content', siteDir: folder + '/dist', cacheDir: folder + '/cache' });
console.log(process.resourceUsage().maxRSS);`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  const kilobytes = Number(output.trim().split('\n').at(-1));
  if (!Number.isFinite(kilobytes)) throw new Error('publishing failed: see above');
  return {
    seconds: (performance.now() - startedAt) / 1000,
    megabytes: Math.round(kilobytes / 1000),
  };
}
