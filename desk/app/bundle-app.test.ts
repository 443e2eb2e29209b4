import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { bundleApp } from './bundle-app.ts';

/** The most bytes of scripts and styles, by Brotli: four seconds at 400 kbit/s. */
const FIRST_SCREEN_BYTES = 200_000;
/** The most bytes that the edited page adds. */
const PAGE_BYTES = 40_000;

it('a phone loads few bytes before the first screen and before the page', async () => {
  const dir = await bundleApp(resolve('.cache'));
  const filesOf = async (page: string) => {
    const html = await readFile(join(dir, page), 'utf8');
    const links = html.matchAll(
      /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*? (?:src|href)="([^"]+)"/g,
    );
    return new Set([...links].map(([, file = '']) => file));
  };
  const bytesOf = async (files: Set<string>) => {
    const sizes = await Promise.all([...files].map((file) => stat(join(dir, `${file}.br`))));
    return sizes.reduce((sum, { size }) => sum + size, 0);
  };
  const app = await filesOf('index.html');
  const page = await filesOf('canvas/index.html');
  expect(app.size).toBeGreaterThan(1);
  expect(page.size).toBeGreaterThan(1);
  expect(await bytesOf(app)).toBeLessThan(FIRST_SCREEN_BYTES);
  expect(await bytesOf(page.difference(app))).toBeLessThan(PAGE_BYTES);
});
