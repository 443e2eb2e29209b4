import { execFile } from 'node:child_process';
import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { documentOf, type Published } from '../published.ts';
import { brandOf, contentOf } from './content.ts';

const FRAMEWORKS = [
  { name: 'Astro', package: 'astro', output: 'dist' },
  { name: 'Next', package: 'next', output: 'out' },
];

export interface BuiltSite {
  /** 'Astro 7.3.5' */
  name: string;
  /** Its files, with a Brotli copy beside each that shrinks. */
  root: string;
  /** Of its first build, by the clock, without the installation. */
  seconds: number;
}

/**
 * The sites in `astro/` and `next/`, filled with what our pages say and the files they use, installed
 * from npm's registry (some 500 MB) and built.
 *
 * @param folder an empty one
 * @param browser takes our documents apart
 * @throws Error with what npm or a build printed
 */
export async function buildFrameworks(
  folder: string,
  published: Published,
  browser: Browser,
  onProgress: (line: string) => void,
): Promise<BuiltSite[]> {
  await cp(import.meta.dirname, folder, {
    recursive: true,
    filter: (path) => !/node_modules|\/peers\/[^/]*\.(ts|sh|php)$/.test(path),
  });
  await fill(folder, published, browser);
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  onProgress('packages installed');
  const sites: BuiltSite[] = [];
  for (const { name, package: of, output } of FRAMEWORKS) {
    const cwd = join(folder, of);
    const { dependencies } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
    const startedAt = performance.now();
    await run(join(folder, 'node_modules/.bin', of), ['build'], cwd);
    const seconds = (performance.now() - startedAt) / 1000;
    const root = join(cwd, output);
    await compress(root);
    sites.push({ name: `${name} ${dependencies[of]}`, root, seconds });
    onProgress(`${name} built in ${seconds.toFixed(1)} s`);
  }
  return sites;
}

/** The words, fonts, colours and photos of ours. */
async function fill(folder: string, published: Published, browser: Browser): Promise<void> {
  const { publicDir, release } = published;
  const content = await contentOf(published, browser, (path) =>
    readFile(join(publicDir, path), 'utf8'),
  );
  const text = JSON.stringify(content);
  await writeFile(join(folder, 'content.json'), text);
  const brand = brandOf(await documentOf(published, release.privacyPath));
  await writeFile(join(folder, 'shared/published.css'), brand);
  const files = new Set(
    `${text} ${brand} /icon.svg`.match(/\/(?:photos|fonts)\/[\w.-]+|\/icon\.svg/g),
  );
  for (const { package: of } of FRAMEWORKS) {
    for (const path of files) await cp(join(publicDir, path), join(folder, of, 'public', path));
  }
}

/** With this Node first on its path, and nothing told to anybody. */
async function run(program: string, args: string[], cwd: string): Promise<void> {
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 26 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`);
    },
  );
}

async function compress(root: string): Promise<void> {
  for await (const file of glob(join(root, '**/*.{html,css,js,svg,txt}'))) {
    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
  }
}
