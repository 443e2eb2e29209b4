import { readdir, readFile, stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { COLOR_ROLES, FONT_PAIRS } from '../../site/content/content.ts';
import { FIXTURE_CONTENT_DIR } from '../../tests/support/content/fixture-content.ts';
import { content } from '../../tests/support/content/fixture-site.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { writeIcons } from './brand-icons.ts';
import { publishBrand } from './publish-brand.ts';

const { brand } = content;
/** The most bytes, compressed, of the upright files of a pair, which every page loads. */
const MAX_BYTES = 32_000;
/** The most bytes of the italic files, which come after the first paint. */
const MAX_BYTES_OF_ITALICS = 12_000;

test('a release has the caterer’s colours, fonts, logos and icons', async () => {
  const publicDir = await temporaryFolder();
  const published = await publishBrand(FIXTURE_CONTENT_DIR, brand, publicDir);
  const { css, fontPreloads, logo } = published;
  await writeIcons(publicDir, published.icons, brand.colors);

  for (const role of COLOR_ROLES) expect(css).toContain(`:${brand.colors[role]}`);
  expect(css).toContain(`--accent-dark:${brand.colors.accentDark}`);
  const named = [...css.matchAll(/url\(\/fonts\/([^)]+)\)/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual((await readdir(join(publicDir, 'fonts'))).toSorted());
  expect(fontPreloads).toEqual([expect.stringContaining('cormorant-')]);
  expect(css).toContain(`url(${fontPreloads[0]})`);

  for (const drawing of Object.values(logo)) expect(drawing).toMatch(/^<svg viewBox=.*<\/svg>$/);
  const icon = await readFile(join(publicDir, 'icon.svg'), 'utf8');
  expect(icon).toContain(`color="${brand.colors.accent}"`);
  const touchIcon = sharp(join(publicDir, 'apple-touch-icon.png'));
  expect(await touchIcon.metadata()).toMatchObject({ width: 180, height: 180 });
  const { dominant } = await touchIcon.stats();
  expect(Math.abs(dominant.b - Number.parseInt(brand.colors.page.slice(5), 16))).toBeLessThan(16);
});

test('publishing a brand again leaves complete files alone, and completes others', async () => {
  const publicDir = await temporaryFolder();
  await publishBrand(FIXTURE_CONTENT_DIR, brand, publicDir);
  const fonts = join(publicDir, 'fonts');
  const [first = '', second = ''] = await readdir(fonts);
  const [complete, incomplete] = [join(fonts, first), join(fonts, second)];
  const bytes = await readFile(incomplete);
  await utimes(complete, 1, 1);
  await truncate(incomplete, 10);
  await publishBrand(FIXTURE_CONTENT_DIR, brand, publicDir);
  expect((await stat(complete)).mtimeMs).toBe(1000);
  expect(await readFile(incomplete)).toEqual(bytes);
});

test.each(FONT_PAIRS)('the fonts %s take at most 32 kB, and their italics 12 kB', async (fonts) => {
  const publicDir = await temporaryFolder();
  await publishBrand(FIXTURE_CONTENT_DIR, { ...brand, fonts }, publicDir);
  const bytes: Record<string, number[]> = { normal: [], italic: [] };
  for (const file of await readdir(join(publicDir, 'fonts'))) {
    const [, style = ''] = /-(normal|italic)-[0-9a-f]+\.woff2$/.exec(file) ?? [];
    bytes[style]?.push((await stat(join(publicDir, 'fonts', file))).size);
  }
  const [heading = 0, text = 0, ...others] = bytes.normal ?? [];
  expect(others).toEqual([]);
  expect(Math.min(heading, text)).toBeGreaterThan(0);
  expect(heading + text).toBeLessThan(MAX_BYTES);
  expect(Math.max(0, ...(bytes.italic ?? []))).toBeLessThan(MAX_BYTES_OF_ITALICS);
});
