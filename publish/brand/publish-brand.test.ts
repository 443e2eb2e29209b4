import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLOR_ROLES, FONT_PAIRS } from '../../site/content.ts';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import { contentOf } from '../../tests/support/site.ts';
import { writeIcons } from './brand-icons.ts';
import { publishBrand } from './publish-brand.ts';

const CONTENT = FIXTURE_CONTENT_DIR;
/** The upright files of a pair, which every page loads; compressed. */
const MOST_BYTES = 32_000;
/** The italic files, which few pages load. */
const MOST_BYTES_OF_ITALICS = 12_000;

let publicDir: string;

beforeAll(async () => {
  publicDir = await mkdtemp(join(tmpdir(), 'brand-'));
});

afterAll(() => rm(publicDir, { recursive: true }));

test('a release has the caterer’s colours, fonts, logos and icons', async () => {
  const { brand } = await contentOf(CONTENT);
  const { css, fontPreloads, logo, icon: mark } = await publishBrand(CONTENT, brand, publicDir);
  await writeIcons(publicDir, mark, brand.colors);

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

test.each(FONT_PAIRS)('the fonts %s take at most 32 kB, and their italics 12 kB', async (fonts) => {
  const { brand } = await contentOf(CONTENT);
  const dir = join(publicDir, fonts);
  await publishBrand(CONTENT, { ...brand, fonts }, dir);
  const files = await readdir(join(dir, 'fonts'));
  const upright = files.filter((file) => /-normal-[0-9a-f]+\.woff2$/.test(file));
  const italic = files.filter((file) => /-italic-[0-9a-f]+\.woff2$/.test(file));
  const weigh = async (file: string) => (await stat(join(dir, 'fonts', file))).size;
  const [heading = 0, text = 0, ...others] = await Promise.all(upright.map(weigh));
  expect(others).toEqual([]);
  expect(heading + text).toBeLessThan(MOST_BYTES);
  for (const bytes of await Promise.all(italic.map(weigh))) {
    expect(bytes).toBeLessThan(MOST_BYTES_OF_ITALICS);
  }
});
