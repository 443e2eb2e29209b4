import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compressFiles } from '../../publish/compress.ts';
import { openTestDesk } from '../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../tests/support/fixture-content.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const SCRIPT = 'export const words = "soep en taart";\n'.repeat(500);

test('the scripts and the content reach a phone compressed, and scripts once only', async () => {
  const appDir = await temporaryFolder();
  await mkdir(join(appDir, 'assets'));
  await writeFile(join(appDir, 'index.html'), '<!doctype html><title>Werktafel</title>');
  await writeFile(join(appDir, 'assets/app-1a2b3c4d.js'), SCRIPT);
  await compressFiles(appDir, await temporaryFolder());
  const desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR, appDir });
  try {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const script = await desk.request('/assets/app-1a2b3c4d.js', { headers });
      const isPlain = encoding === 'identity';
      expect(script.headers.get('content-encoding')).toBe(isPlain ? null : encoding);
      expect(script.headers.get('content-type')).toMatch(/javascript/);
      expect(script.headers.get('cache-control')).toContain('immutable');
      expect(await script.text()).toBe(SCRIPT);
    }
    const page = await desk.request('/', { headers: { 'accept-encoding': 'br' } });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toContain('Werktafel');

    const content = await desk.request('/api/content');
    expect(content.headers.get('content-encoding')).toBe('gzip');
    expect(await content.json()).toMatchObject({ files: expect.any(Array) });
    const plain = await desk.request('/api/content', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toMatchObject({ files: expect.any(Array) });
  } finally {
    await desk.close();
  }
});
