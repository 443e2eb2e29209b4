import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build, mergeConfig } from 'vite';
import { parse } from 'yaml';
import { viteConfig } from '../../publish/vite-config.ts';
import type * as Prerender from './prerender.tsx';

const ROOT = resolve(import.meta.dirname, '../..');

/** Where the built examples stand. */
export const EXAMPLES_DIR = join(ROOT, '.cache/examples');
const SERVER_DIR = join(ROOT, '.cache/examples-prerender');

/**
 * Builds every example once, before any browser test: prerendered and then taken over by script, as
 * the pages of the site are.
 */
export default async function buildExamples(): Promise<void> {
  if (!componentsAreTested(process.argv)) return;
  const content = Object.fromEntries(
    await Promise.all(
      ['company', 'site', 'messages'].map(async (name) => [
        name,
        parse(await readFile(join(ROOT, 'content', `${name}.yaml`), 'utf8')),
      ]),
    ),
  );
  const config = mergeConfig(viteConfig(ROOT), {
    root: import.meta.dirname,
    define: { EXAMPLE_CONTENT: JSON.stringify(content) },
    // The examples' photos have no average colour to prepare.
    resolve: { alias: { '@generated': join(import.meta.dirname, 'generated') } },
  });
  await build(mergeConfig(config, { build: { outDir: EXAMPLES_DIR, emptyOutDir: true } }));
  await build(mergeConfig(config, { build: { outDir: SERVER_DIR, ssr: 'prerender.tsx' } }));

  const prerenderFile = pathToFileURL(join(SERVER_DIR, 'prerender.js')).href;
  const { prerenderExamples }: typeof Prerender = await import(prerenderFile);
  const page = await readFile(join(EXAMPLES_DIR, 'index.html'), 'utf8');
  for (const [name, html] of Object.entries(prerenderExamples())) {
    const filled = page.replace(
      '<div id="example"></div>',
      () => `<div id="example" data-name="${name}">${html}</div>`,
    );
    await writeFile(join(EXAMPLES_DIR, `${name}.html`), filled);
  }
}

/** `playwright test --project=form` needs no examples. */
function componentsAreTested(args: string[]): boolean {
  const projects = args.flatMap((arg, index) => {
    if (arg === '--project') return args[index + 1] ?? [];
    return arg.startsWith('--project=') ? arg.slice('--project='.length) : [];
  });
  return projects.length === 0 || projects.includes('components');
}
