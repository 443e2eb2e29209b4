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

test.each(FONT_PAIRS)(
  'the fonts %s take at most 32 kB on every page, and 12 kB for italics',
  async (fonts) => {
    const { brand } = await contentOf(CONTENT);
    const dir = join(publicDir, fonts);
    const { css } = await publishBrand(CONTENT, { ...brand, fonts }, dir);
    const filesOf = (style: string) =>
      [...css.matchAll(/url\(([^)]+)\)/g)]
        .map(([, path = '']) => path)
        .filter((path) => new RegExp(`-${style}-[0-9a-f]+\\.woff2$`).test(path));
    const sizes = (style: string) =>
      Promise.all(filesOf(style).map(async (path) => (await stat(join(dir, path))).size));
    const upright = await sizes('normal');
    expect(upright).toHaveLength(2);
    expect(upright.reduce((a, b) => a + b)).toBeLessThan(MOST_BYTES);
    for (const bytes of await sizes('italic')) expect(bytes).toBeLessThan(MOST_BYTES_OF_ITALICS);
  },
);
