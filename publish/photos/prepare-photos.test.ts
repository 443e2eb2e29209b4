import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { Content, Page, Photos } from '../../site/content/content.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { ENCODING, variantWidths } from './encode-photo.ts';
import { preparePhotos, socialPictureOf } from './prepare-photos.ts';

const COLORS = { page: '#102030', ink: '#23271f', paper: '#fffefb' };

let root: string;
let warnings: string[];

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, 'photos'));
});

test('every file that the pages need is written without metadata', async () => {
  await drawPhoto(1000, 640).jpeg().toFile(fileOf('hero.jpg'));
  const copyrighted = drawPhoto(700, 500).withExif({ IFD0: { Copyright: 'Fotograaf' } });
  await copyrighted.jpeg().toFile(fileOf('klein.jpg'));
  const photos = await prepare({ klein: {}, hero: {} });

  expect([...photos.keys()]).toEqual(['klein', 'hero']);
  const hero = photos.get('hero')?.base;
  const small = photos.get('klein')?.base;
  expect(hero).toMatch(/^\/photos\/hero-[0-9a-f]{8}$/);
  const files = await readdir(join(root, 'out'));
  expect(files.map((file) => `/photos/${file}`).toSorted()).toEqual([
    ...['card-1200.jpeg', 'full-1000.avif', 'full-1000.jpeg', 'full-320.avif', 'full-880.avif'].map(
      (file) => `${hero}-${file}`,
    ),
    ...[`${hero}-tall-576.avif`, `${hero}-tall-576.jpeg`],
    ...[`${small}-full-320.avif`, `${small}-full-700.avif`, `${small}-full-700.jpeg`],
  ]);
  const aspectRatios: Record<string, number> = { tall: 0.9, full: 1.5, card: 1200 / 630 };
  for (const file of files) {
    const [, crop = '', named, format] = /-(\w+)-(\d+)\.(\w+)$/.exec(file) ?? [];
    const { exif, hasProfile, width, height, ...metadata } = await sharp(
      join(root, 'out', file),
    ).metadata();
    expect({ exif, hasProfile, width }, file).toEqual({ hasProfile: false, width: Number(named) });
    expect(metadata.format, file).toBe(format === 'avif' ? 'heif' : format);
    expect(Math.abs(width / height - (aspectRatios[crop] ?? 0)), file).toBeLessThan(0.11);
  }
  expect(warnings).toEqual([
    expect.stringContaining("'klein' is maar 700 beeldpunten breed"),
    expect.stringContaining("'hero'"),
  ]);
});

test('a page without a photo of its own choice has its first photo on its card', () => {
  const page = (path: string, ...sections: object[]) => ({ path, sections }) as unknown as Page;
  const picture = { kind: 'picture', photo: 'soleil', caption: 'Un soleil' };
  const hero = { kind: 'hero', photos: ['colline', 'riviere'] };
  const home = page('/', hero);
  expect(socialPictureOf(page('/info', picture, hero), [home])).toBe('soleil');
  expect(socialPictureOf(page('/text', { kind: 'text', heading: 'Texte' }), [home])).toBe(
    'colline',
  );
  expect(socialPictureOf({ ...home, socialPicture: 'riviere' }, [home])).toBe('riviere');
});

test('a photo gets the widths of the layout up to about its own width', () => {
  const layout = [880, 1080, 1440, 1920, 2560];
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 9000 }), (ownWidth) => {
      const widths = variantWidths(ownWidth, layout);
      expect(widths.filter((width) => layout.includes(width))).toEqual(
        layout.filter((width) => width <= ownWidth),
      );
      const largest = widths.at(-1) ?? 0;
      expect(largest).toBeLessThanOrEqual(ownWidth);
      expect(Math.min(ownWidth, 2560) / largest).toBeLessThanOrEqual(1.1);
    }),
  );
});

test('unreadable files are named with advice, and the others are encoded', async () => {
  await drawPhoto(240, 160).jpeg().toFile(fileOf('goed.jpg'));
  const whole = await readFile(fileOf('goed.jpg'));
  await writeFile(fileOf('half.jpg'), whole.subarray(0, whole.length / 2));
  for (const name of ['tekst.jpg', 'ook-tekst.jpg']) {
    await writeFile(fileOf(name), 'dit is geen foto');
  }
  await writeFile(fileOf('telefoon.jpg'), '\0\0\0\x18ftypheic\0\0\0\0');
  await drawPhoto(3000, 4).png().toFile(fileOf('streep.png'));
  const names = ['half', 'tekst', 'ook-tekst', 'goed', 'telefoon', 'streep'];
  const error = await prepare(Object.fromEntries(names.map((name) => [name, {}]))).catch(
    (thrown) => thrown,
  );

  expect(error.name).toBe('ContentError');
  for (const name of ['half', 'tekst', 'ook-tekst']) {
    expect(error.message).toContain(`photos/${name}.jpg`);
  }
  expect(error.message).toMatch(/photos\/telefoon\.jpg\n.*HEIC.*een JPG/);
  expect(error.message).toMatch(/photos\/streep\.png\n.*3000 × 4 beeldpunten/);
  expect(error.message).not.toContain('goed.jpg');
  expect(await readdir(join(root, 'cache'))).toHaveLength(1);
});

test('an error that is not about a photo is not reported as one', async () => {
  await drawPhoto(250, 200).jpeg().toFile(fileOf('een.jpg'));
  await writeFile(join(root, 'cache'), 'a file where the cache should be');
  await expect(prepare({ een: {} })).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test('a photo is encoded again only when it or a hero’s focal point changes', async () => {
  await drawPhoto(250, 200).jpeg().toFile(fileOf('hero.jpg'));
  await drawPhoto(250, 200, '#b0302a').jpeg().toFile(fileOf('klein.jpg'));
  const both = (focus: [number, number]) => prepare({ hero: { focus }, klein: { focus } });
  const first = await both([50, 50]);

  expect(await both([50, 50])).toEqual(first);

  const moved = await both([0, 0]);
  expect(moved.get('hero')?.base).not.toBe(first.get('hero')?.base);
  expect(moved.get('hero')?.placeholder?.shades).not.toEqual(
    first.get('hero')?.placeholder?.shades,
  );
  expect(moved.get('klein')?.base).toEqual(first.get('klein')?.base);

  await copyFile(fileOf('hero.jpg'), fileOf('klein.jpg'));
  const replaced = await both([0, 0]);
  expect(replaced.get('klein')?.base).not.toBe(first.get('klein')?.base);
});

test('a photo full of detail loses some quality, so that it does not take long on a phone', async () => {
  const size = { width: 330, height: 220 };
  const noise = sharp({
    create: {
      ...size,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });
  await noise.png().toFile(fileOf('leaves.png'));
  await drawPhoto(size.width, size.height).png().toFile(fileOf('calm.png'));
  const photos = await prepare({ leaves: {}, calm: {} });
  const shareOf = async (name: string) => {
    const photo = photos.get(name);
    const file = join(root, 'out', basename(`${photo?.base}-full-320.avif`));
    const { quality, avif, effort } = ENCODING;
    const options = { ...avif, quality: quality.usual, effort: effort.small };
    const best = await sharp(fileOf(`${name}.png`))
      .resize(320)
      .avif(options)
      .toBuffer();
    return (await stat(file)).size / best.length;
  };
  expect(await shareOf('leaves')).toBeLessThan(0.85);
  expect(await shareOf('calm')).toBeCloseTo(1, 1);
});

test('a photo keeps its focal point within the tall crop', async () => {
  await drawPhoto(250, 200).jpeg().toFile(fileOf('hero.jpg'));
  const photos = await prepare({ hero: { focus: [40, 50], tallFocus: [80, 30] } });
  // The crop is 180 px wide and starts at 70: as near to the focal point at 200 as the edge allows.
  const { color, focus, tallFocus } = photos.get('hero')?.placeholder ?? {};
  expect({ focus, tallFocus }).toEqual({ focus: [40, 50], tallFocus: [72, 30] });
  expect(color).toMatch(/^#[0-9a-f]{6}$/);
});

test('a transparent photo gets the page colour of the brand as background', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = sharp({ create: { width: 64, height: 64, channels: 4, background: clear } });
  await drawn.png().toFile(fileOf('glas.png'));
  const photos = await prepare({ glas: {} });
  expect(photos.get('glas')?.placeholder?.color).toBe(COLORS.page);
});

/** @param described the photos of `photos.yaml`; 'hero' is the photo of a hero */
async function prepare(described: Record<string, Partial<Photos[string]>>) {
  const listed = Object.entries(described).map(([id, one]) => [
    id,
    { alt: `Foto ${id}`, focus: [50, 50], ...one },
  ]);
  const page = { sections: [{ kind: 'hero', photos: ['hero'] }] } as unknown as Page;
  const brand = { colors: COLORS } as Content['brand'];
  const content = { pages: [page], photos: Object.fromEntries(listed), brand };
  const [outDir, cacheDir] = [join(root, 'out'), join(root, 'cache')];
  const { photos, warnings: findings } = await preparePhotos(root, content, outDir, cacheDir);
  warnings = findings.map(({ message }) => message);
  return photos;
}

function fileOf(name: string): string {
  return join(root, 'photos', name);
}

/** A drawing with edges, curves and a gradient, as photos have. */
function drawPhoto(width: number, height: number, color = '#c98f3d'): Sharp {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g"><stop stop-color="#2c3527"/><stop offset="1" stop-color="${color}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="60%" cy="40%" r="20%" fill="#f6f1e7"/><circle cx="30%" cy="70%" r="9%" fill="#b0302a"/>
  </svg>`;
  return sharp(Buffer.from(drawing)).flatten().removeAlpha();
}
