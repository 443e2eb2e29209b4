import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, mergeConfig } from 'vite';
import { parse } from 'yaml';
import { viteConfig } from '../../build/vite-config.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Where the built page of examples stands. */
export const EXAMPLES_DIR = join(ROOT, '.cache/examples');

/** Builds the page of examples once, before any browser test. */
export default async function buildExamples(): Promise<void> {
  const content = Object.fromEntries(
    await Promise.all(
      ['company', 'site', 'messages'].map(async (name) => [
        name,
        parse(await readFile(join(ROOT, 'content', `${name}.yaml`), 'utf8')),
      ]),
    ),
  );
  await build(
    mergeConfig(viteConfig(ROOT), {
      root: import.meta.dirname,
      define: { EXAMPLE_CONTENT: JSON.stringify(content) },
      // The examples' photos have no average colour to prepare.
      resolve: { alias: { 'generated:photo-colors.css': join(import.meta.dirname, 'none.css') } },
      build: { outDir: EXAMPLES_DIR, emptyOutDir: true },
    }),
  );
}
