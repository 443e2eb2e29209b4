import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { compressFiles } from './compress.ts';

test('text files get a Brotli and a gzip copy, compressed once for the same text', async () => {
  const root = await temporaryFolder();
  const text = 'Walking dinner, € 35. '.repeat(50);
  const publish = async (name: string, content: string) => {
    const dir = join(root, name);
    await mkdir(dir);
    await writeFile(join(dir, 'page.html'), content);
    await writeFile(join(dir, 'photo.avif'), content);
    await compressFiles(dir, join(root, 'cache'));
    const files = (await readdir(dir)).toSorted();
    expect(files).toEqual(['page.html', 'page.html.br', 'page.html.gz', 'photo.avif']);
    const [br, gz] = [join(dir, 'page.html.br'), join(dir, 'page.html.gz')];
    expect(`${brotliDecompressSync(await readFile(br))}`).toBe(content);
    expect(`${gunzipSync(await readFile(gz))}`).toBe(content);
    return (await stat(br)).ino;
  };
  const first = await publish('first', text);
  expect(await publish('second', text)).toBe(first);
  expect(await publish('third', `${text}!`)).not.toBe(first);
});
