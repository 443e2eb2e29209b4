import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundleApp } from './bundle-app.ts';

/*
 * The limit for the files before the page's words, after Brotli. The words must be shown within 6 s
 * at 400 kbit/s: 165,000 bytes take 3.3 s on that line, round trips take one second, and running
 * the scripts on a slow phone takes another.
 */
const WORDS_BYTES = 165_000;
const FIRST_SCREEN_BYTES = 132_000;
/** What the edited page adds to the first screen's files, before its words are shown. */
const PAGE_BYTES = 33_000;
/** Over HTTP/1.1 a browser asks for six files at a time, and each request costs a round trip. */
const MAX_FILES = 8;
const EDITOR_BYTES = 65_000;

test('a phone loads few bytes before the first screen, the page and the editor', async () => {
  const dir = await bundleApp(resolve('.cache'));
  const html = await readFile(join(dir, 'index.html'), 'utf8');
  const [app = '', page = ''] = html.split('<template id="edited-page">');
  const filesOf = (part: string) => {
    const links = part.matchAll(
      /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*? (?:src|href)="([^"]+)"/g,
    );
    return new Set([...links].map(([, file = '']) => file));
  };
  const bytesOf = async (files: Iterable<string>) => {
    const sizes = await Promise.all([...files].map((file) => stat(join(dir, `${file}.br`))));
    return sizes.reduce((sum, { size }) => sum + size, 0);
  };
  const [appFiles, pageFiles] = [filesOf(app), filesOf(page)];
  expect(appFiles.size).toBeGreaterThan(1);
  expect(pageFiles.size).toBeGreaterThan(1);
  expect(appFiles.union(pageFiles).size).toBeLessThanOrEqual(MAX_FILES);
  expect(await bytesOf(appFiles.union(pageFiles))).toBeLessThan(WORDS_BYTES);
  expect(await bytesOf(appFiles)).toBeLessThan(FIRST_SCREEN_BYTES);
  expect(await bytesOf(pageFiles.difference(appFiles))).toBeLessThan(PAGE_BYTES);
  const names = await readdir(join(dir, 'assets'));
  const editor = names.filter((name) => /^RichTextEditor-.*\.js$/.test(name));
  expect(editor).toHaveLength(1);
  expect(await bytesOf(editor.map((name) => `assets/${name}`))).toBeLessThan(EDITOR_BYTES);
  // No part of the editor is in the files that come first.
  for (const file of appFiles.union(pageFiles)) {
    expect(await readFile(join(dir, file), 'utf8')).not.toContain('ProseMirror');
  }
});

test('the desk’s window runs no script of the page, and the page none of the desk', async () => {
  const dir = await bundleApp(resolve('.cache'));
  const folder = join(dir, 'assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const importsOf = async (name: string) => {
    const code = await readFile(join(folder, name), 'utf8');
    const found = code.matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+\.js)"/g);
    return [...found].map(([, file = '']) => file);
  };
  /** All scripts that run with this one. */
  const runningWith = async (name: string, seen = new Set<string>()) => {
    for (const file of await importsOf(name)) {
      if (!seen.has(file)) await runningWith(file, seen.add(file));
    }
    return [...seen];
  };
  const called = (name: string) => {
    const found = scripts.find((file) => file.startsWith(`${name}-`));
    expect(found, name).toBeDefined();
    return found as string;
  };
  const [desk, page] = [called('desk'), called('page')];
  expect(await runningWith(page)).toContain(called('base'));
  expect(await runningWith(page)).not.toContain(desk);
  for (const name of ['desk', 'screens', 'RichTextEditor']) {
    expect(await runningWith(called(name)), name).not.toContain(page);
  }
  expect(await runningWith(called('RichTextEditor'))).not.toContain(desk);
});
