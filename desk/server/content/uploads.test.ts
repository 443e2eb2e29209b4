import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { preparePhotos } from '../../../publish/photos/prepare-photos.ts';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { content as siteContent } from '../../../tests/support/content/fixture-site.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import type { ContentFile, DeskPhoto, RefusedError } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import { valueAt } from '../../shared/values.ts';
import { MAX_UPLOAD_BYTES } from '../http/http-server.ts';
import { STORED_PX } from '../photos/photos.ts';
import { eraseFromBin, listBin as listFilesInBin } from './recycle-bin.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
});
afterEach(() => desk.close());

const upload = (path: string, bytes: Buffer) => desk.call('POST /api/uploads/:path', bytes, path);
const replace = (path: string, bytes: Buffer) => desk.call('PUT /api/uploads/:path', bytes, path);
const remove = async (path: string) =>
  (await desk.call('DELETE /api/uploads/:path', {}, path)).status;
const photoNamed = async (name: string) =>
  (await desk.call('GET /api/photos')).response.find((photo) => photo.name === name);
const listBin = async () => (await desk.call('GET /api/bin')).response;
const restore = (id = '') => desk.call('POST /api/bin/:id/restore', {}, id);
const content = (path: string) => readFile(join(desk.folders.contentDir, path));
const contentFile = async (path: string) =>
  (await desk.call('GET /api/content')).response.files.find((file) => file.path === path);
const HEIC = join(import.meta.dirname, '../photos/fixtures/turned.heic');

/**
 * A photo with red and green in its upper corners, blue and white in its lower ones, before any
 * rotation.
 */
function fourColors(): Sharp {
  const data = Buffer.alloc(96 * 64 * 3);
  const [red, green] = [Buffer.from([220, 30, 30]), Buffer.from([30, 180, 30])];
  const [blue, white] = [Buffer.from([30, 30, 220]), Buffer.from([240, 240, 240])];
  for (let i = 0; i < 96 * 64; i++) {
    const [left, right] = i < 96 * 32 ? [red, green] : [blue, white];
    data.set(i % 96 < 48 ? left : right, i * 3);
  }
  return sharp(data, { raw: { width: 96, height: 64, channels: 3 } });
}

/** The colours of the corners, from the top left: 'r', 'g', 'b' or 'w'. */
async function corners(photo: Buffer): Promise<string> {
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
  const [right, bottom] = [info.width - 4, info.height - 4];
  const at = ([x = 0, y = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = data.subarray((y * info.width + x) * 3);
    if (r > 150 && g > 150) return 'w';
    return r > g && r > b ? 'r' : g > b ? 'g' : 'b';
  };
  const points = [
    [3, 3],
    [right, 3],
    [3, bottom],
    [right, bottom],
  ];
  return points.map(at).join('');
}

/** A small JPEG whose header declares a larger size. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = await fourColors().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

async function halfJpeg(): Promise<Buffer> {
  const photo = await fourColors().resize(900, 600).jpeg().toBuffer();
  return photo.subarray(0, 5_000);
}

describe('a photo', () => {
  test('a photo is stored upright, without metadata, under its own name', async () => {
    const taken = await fourColors()
      .withExif({ IFD0: { Model: 'Toestel' }, IFD3: { GPSLatitude: '51/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { response } = await upload('photos/Taart & Café!.JPG', taken);
    expect(response).toEqual({ name: 'taart-en-cafe' });
    const photo = await photoNamed('taart-en-cafe');
    expect(photo).toMatchObject({ width: 64, height: 96, isListed: false });
    const kept = await content('photos/taart-en-cafe.jpg');
    expect(await corners(kept)).toBe('brwg');
    const { exif, orientation } = await sharp(kept).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    const second = await upload('photos/taart en cafe', await fourColors().png().toBuffer());
    expect(second.response).toMatchObject({ name: 'taart-en-cafe-2' });
    const shown = await desk.request(photo?.thumbnail ?? '');
    expect(shown.headers.get('cache-control')).toContain('immutable');
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('a photo from an iPhone is stored upright', async () => {
    expect((await upload('photos/IMG_0001.HEIC', await readFile(HEIC))).status).toBe(200);
    expect(await photoNamed('img-0001')).toMatchObject({ width: 64, height: 96 });
    expect(await corners(await content('photos/img-0001.jpg'))).toBe('brwg');
  });

  test('a photo from an iPhone keeps the colours of its profile', async () => {
    // The photo is all of one red, in Display P3: 230, 60, 40 in sRGB.
    const bytes = await readFile(join(import.meta.dirname, '../photos/fixtures/wide-gamut.heic'));
    expect((await upload('photos/rood.heic', bytes)).status).toBe(200);
    const [red = 0, green = 0] = await sharp(await content('photos/rood.jpg'))
      .raw()
      .toBuffer();
    expect(red - green).toBeGreaterThan(160);
  });

  test('a photo may be PNG, WebP or AVIF and is scaled down, also above 25 megapixels', async () => {
    const wide = fourColors().resize(4000, 200, { fit: 'fill' });
    await upload('photos/breed', await wide.png().toBuffer());
    expect(await photoNamed('breed')).toMatchObject({ width: STORED_PX, height: 192 });
    for (const format of ['webp', 'avif'] as const) {
      await upload(`photos/${format}`, await fourColors()[format]().toBuffer());
      expect(await photoNamed(format)).toMatchObject({ width: 96 });
    }
    const large = fourColors().resize(8000, 4000, { fit: 'fill' });
    await upload('photos/groot', await large.jpeg().toBuffer());
    expect(await photoNamed('groot')).toMatchObject({ width: STORED_PX, height: 1920 });
  });

  test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    [
      'a JPEG of 300 megapixels',
      () => jpegOf(20_000, 15_000),
      /te veel beeldpunten: .* 100 miljoen/,
    ],
    ['a drawing', () => Buffer.from('<svg viewBox="0 0 9 9"></svg>'), /niet openen/],
    ['half a photo', halfJpeg, /niet openen/],
    ['a DNG with its preview', () => rawPhoto(), /RAW.*JPEG/],
    ['a Canon CR3', () => Buffer.from('\0\0\0\x18ftypcrx \0\0\0\0'), /RAW/],
    // The message is the sentence of publishing.
    ['a long screenshot', () => pngOf(1080, 23_000), /te klein of te smal \(1080 × 23000/],
    ['a pixel', () => pngOf(1, 1), /te klein of te smal/],
    ['half a HEIC', async () => (await readFile(HEIC)).subarray(0, 900), /niet openen/],
  ])('a photo is refused in Dutch: %s', async (_, bytes, message) => {
    const { status, response } = await upload('photos/foto', await bytes());
    expect(status).toBe(422);
    expect((response as unknown as RefusedError['response']).message).toMatch(message);
  });

  test('a photo is accepted when it is an ordinary TIFF', async () => {
    await upload('photos/scan', await fourColors().tiff().toBuffer());
    expect(await photoNamed('scan')).toMatchObject({ width: 96 });
  });

  test('a photo is refused by its name when its bytes are unknown', async () => {
    const { status, response } = await upload('photos/DSC_0001.NEF', Buffer.from('onbekend'));
    expect([status, response]).toMatchObject([422, { message: expect.stringContaining('RAW') }]);
  });

  test('a photo is refused above the size limit', async () => {
    const { status } = await upload('photos/zwaar', Buffer.alloc(MAX_UPLOAD_BYTES + 1));
    expect(status).toBe(413);
  });

  test('a photo is stored in its folder, whatever its name', async () => {
    const jpeg = await fourColors().jpeg().toBuffer();
    expect((await upload('photos/😀', jpeg)).response).toMatchObject({ name: 'foto' });
    const others = ['photos/../../x.jpg', 'files/../site.yaml', 'site.yaml', 'photos/photos.yaml'];
    for (const path of others) {
      expect([400, 422]).toContain((await replace(path, jpeg)).status);
      expect(await remove(path)).toBe(400);
    }
  });

  test('a photo can be restored from the bin after it was replaced', async () => {
    const photos = (await desk.call('GET /api/photos')).response;
    const { name } = photos.find(({ uses }) => uses.length > 0) as DeskPhoto;
    const path = `photos/${name}.jpg`;
    const before = await content(path);
    expect((await replace(path, await fourColors().jpeg().toBuffer())).status).toBe(200);
    expect(await photoNamed(name)).toMatchObject({ width: 96 });
    const [item] = await listBin();
    expect(item).toMatchObject({ name });
    expect((await desk.request(item?.thumbnail ?? '')).status).toBe(200);
    await restore(item?.id);
    expect(await content(path)).toEqual(before);
    expect((await listBin()).map((item) => item.name)).toEqual([name]);
  });

  test('a photo can be restored from the bin with its description after its removal', async () => {
    const list = 'photos/photos.yaml';
    const entry = { focus: [50, 50], alt: 'Vier kleuren.' };
    await upload('photos/los', await fourColors().jpeg().toBuffer());
    const { hash } = (await contentFile(list)) as ContentFile;
    const operations: Operation[] = [{ type: 'set', path: ['los'], value: entry }];
    await desk.save(list, hash, operations);
    const entryNow = async () => valueAt((await contentFile(list))?.value, ['los']);
    expect(await remove('photos/los.jpg')).toBe(200);
    expect([await entryNow(), await photoNamed('los')]).toEqual([undefined, undefined]);
    await restore((await listBin())[0]?.id);
    expect([await entryNow(), await listBin()]).toEqual([entry, []]);
  });
});

describe('an upload that is sent again', () => {
  const png = () => fourColors().png().toBuffer();
  test.each<[string, string, () => Promise<Buffer>]>([
    ['photo', 'photos/taart.png', png],
    ['photo of an iPhone', 'photos/IMG_0001.HEIC', () => readFile(HEIC)],
    ['PDF', 'files/Menu mei.pdf', async () => Buffer.from('%PDF-1.7 mei')],
  ])('is added once, also beside another one of its name: %s', async (_, path, bytes) => {
    const isPdf = path.endsWith('.pdf');
    const other = isPdf
      ? Buffer.from('%PDF-1.7 juni')
      : await fourColors().rotate(90).png().toBuffer();
    await upload(path, other);
    const [folder = ''] = path.split('/');
    const { response } = await upload(path, await bytes());
    const stored = await readdir(join(desk.folders.contentDir, folder));
    expect((await upload(path, await bytes())).response).toEqual(response);
    expect(await readdir(join(desk.folders.contentDir, folder))).toEqual(stored);
  });

  test('replaces once, so that the bin has the previous file alone', async () => {
    const { name } = (await upload('files/menu.pdf', Buffer.from('%PDF-1.7 mei'))).response;
    const june = Buffer.from('%PDF-1.7 juni');
    for (let time = 1; time <= 2; time++) {
      expect((await replace(`files/${name}.pdf`, june)).status).toBe(200);
    }
    expect(await listBin()).toHaveLength(1);
    await restore((await listBin())[0]?.id);
    expect(String(await content(`files/${name}.pdf`))).toBe('%PDF-1.7 mei');
  });
});

test('a PDF is replaced at the same address, and removed', async () => {
  await upload('files/Menu mei.pdf', Buffer.from('%PDF-1.7 mei'));
  const files = (await desk.call('GET /api/files')).response;
  const href = '/files/menu-mei.pdf';
  expect(files).toContainEqual(expect.objectContaining({ name: 'menu-mei.pdf', href, uses: [] }));
  expect((await upload('files/menu.pdf', Buffer.from('<script>'))).status).toBe(422);
  await replace('files/menu-mei.pdf', Buffer.from('%PDF-1.7 juni'));
  expect(await (await desk.request(href)).text()).toBe('%PDF-1.7 juni');
  expect(await remove('files/menu-mei.pdf')).toBe(200);
  expect((await desk.request(href)).status).toBe(404);
  expect((await listBin()).map(({ name }) => name)).toEqual(['menu-mei.pdf', 'menu-mei.pdf']);
});

test('only a PDF is accepted as a file, and its address ends in .pdf', async () => {
  const page = Buffer.from('<script>alert(1)</script>%PDF-1.7');
  for (const path of ['files/x.html', 'files/x.svg', 'files/menu.pdf.html']) {
    expect((await replace(path, page)).status, path).toBe(422);
    expect((await desk.request(`/${path}`)).status, path).toBe(404);
  }
});

test('a bin entry that was being written when the desk ended restores nothing', async () => {
  await upload('files/menu.pdf', Buffer.from('%PDF-1.7'));
  await remove('files/menu.pdf');
  const bin = join(desk.folders.deskDir, 'bin');
  const [id = ''] = await readdir(bin);
  await cp(join(bin, id), join(bin, 'work-abc'), { recursive: true });
  await writeFile(join(bin, 'work-abc', 'file'), '%P');
  expect((await listBin()).map((entry) => entry.id)).toEqual([id]);
  await restore('work-abc');
  expect((await desk.request('/files/menu.pdf')).status).toBe(404);
});

test('what is erased from the bin is erased from the cache of publishing', async () => {
  const [name = ''] = Object.keys(siteContent.photos);
  const folders = { ...desk.folders, cacheDir: await temporaryFolder() };
  const cacheDir = join(folders.cacheDir, 'photos');
  const photos = { [name]: siteContent.photos[name] as (typeof siteContent.photos)[string] };
  const published = { ...siteContent, photos };
  await preparePhotos(folders.contentDir, published, await temporaryFolder(), cacheDir);
  await mkdir(join(cacheDir, 'of-another-photo'));
  expect(await readdir(cacheDir)).toHaveLength(2);
  await remove(`photos/${name}.jpg`);
  const [entry] = await listFilesInBin(folders);
  if (entry) await eraseFromBin(folders, entry);
  expect(await readdir(cacheDir)).toEqual(['of-another-photo']);
});

test('the bin keeps a file for 30 days', async () => {
  await upload('files/menu.pdf', Buffer.from('%PDF-1.7'));
  await remove('files/menu.pdf');
  const endMs = Date.now() + 30 * 24 * 3_600_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(endMs - 60_000);
  expect(await listFilesInBin(desk.folders)).toHaveLength(1);
  clock.mockReturnValue(endMs + 1);
  expect(await listFilesInBin(desk.folders)).toEqual([]);
});

describe('a logo', () => {
  const svg = (inside: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 52"><path class="a" d="M0 0h9v9z"/>${inside}</svg>`,
    );
  const tryLogo = async (file: string) => {
    const brand = (await contentFile('brand.yaml'))?.value as object;
    const tried = { ...brand, logo: { large: file, small: file, mark: file } };
    return (await desk.call('POST /api/brand-preview', { brand: tried })).response;
  };
  const add = (bytes: Buffer) => desk.call('POST /api/logo', bytes);

  test.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a page', Buffer.from('<html><body>hoi</body></html>')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ])('a logo with %s is refused', async (_, bytes) => {
    const { status, response } = await add(bytes);
    expect([status, response]).toMatchObject([422, { message: expect.any(String) }]);
    expect(await readdir(join(desk.folders.contentDir, 'brand'))).toHaveLength(3);
  });

  test('a logo keeps the colours of its style sheet', async () => {
    const { file } = (await add(svg('<style>.a{fill:#b0302a}</style>'))).response;
    expect((await tryLogo(file)).logo.large).toContain('fill="#b0302a"');
  });

  test('a logo is previewed before it is saved', async () => {
    const background = { r: 9, g: 9, b: 9, alpha: 0.5 };
    const image = sharp({ create: { width: 720, height: 90, channels: 4, background } });
    const png = await image.png().toBuffer();
    const { file } = (await add(png)).response;
    const { logo, css } = await tryLogo(file);
    const [path = ''] = /\/assets\/[^"]+/.exec(logo.small) ?? [];
    const shown = await desk.request(path);
    const metadata = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ width: 720, height: 90, hasAlpha: true });
    expect(css).toContain('@font-face');
  });
});

describe('a page or section that was removed', () => {
  const HOME = 'pages/accueil.yaml';
  const sectionsNow = async () =>
    valueAt((await contentFile(HOME))?.value, ['sections']) as { heading?: string }[];

  test('a page or section that was removed comes back at its place, also one that was never online', async () => {
    const before = await sectionsNow();
    const { hash } = (await contentFile(HOME)) as ContentFile;
    await desk.save(HOME, hash, [{ type: 'remove', path: ['sections', 1] }]);
    const [item] = await listBin();
    expect(item).toMatchObject({ path: HOME, isErasable: false });
    expect(item?.name).toContain('Buffets froids');
    await restore(item?.id);
    expect(await sectionsNow()).toEqual(before);
    expect(await listBin()).toEqual([]);
  });

  test('a section of a page that cannot be read is refused with the reason', async () => {
    const { hash } = (await contentFile(HOME)) as ContentFile;
    await desk.save(HOME, hash, [{ type: 'remove', path: ['sections', 1] }]);
    await writeFile(join(desk.folders.contentDir, HOME), 'title: "');
    const [item] = await listBin();
    const { status, response } = await desk.call('POST /api/bin/:id/restore', {}, item?.id);
    expect([status, response]).toMatchObject([
      422,
      { message: expect.stringContaining('niet meer te lezen') },
    ]);
    expect(await listBin()).toHaveLength(1);
  });

  test.each([
    { kind: 'picture', photo: 'colline' },
    { kind: 'quote', text: 'Heerlijk', who: '[Naam]' },
  ])('a section without a sentence is in the bin too: %o', async (section) => {
    const { hash } = (await contentFile(HOME)) as ContentFile;
    await desk.save(HOME, hash, [
      { type: 'insert', path: ['sections', 0], value: section },
      { type: 'remove', path: ['sections', 0] },
    ]);
    const items = await listBin();
    expect(items).toHaveLength(1);
    await restore(items[0]?.id);
    expect((await sectionsNow())[0]).toEqual(section);
  });

  test('a section is not in the bin when it only moved, or had nothing of its own', async () => {
    const { hash } = (await contentFile(HOME)) as ContentFile;
    const [first, second] = await sectionsNow();
    const empty = { kind: 'quote', text: '[Citaat]', who: '[Naam]' };
    await desk.save(HOME, hash, [
      { type: 'remove', path: ['sections', 0] },
      { type: 'insert', path: ['sections', 1], value: first as never },
      { type: 'insert', path: ['sections', 0], value: empty },
      { type: 'remove', path: ['sections', 0] },
    ]);
    expect((await sectionsNow())[0]).toEqual(second);
    expect(await listBin()).toEqual([]);
  });

  test('a page that is restored does not overwrite one that has its name now', async () => {
    const PAGE = 'pages/carte.yaml';
    const page = (await contentFile(PAGE)) as ContentFile;
    await desk.save(PAGE, page.hash, [{ type: 'remove', path: [] }]);
    const other = { ...(page.value as object), title: 'Une autre' } as never;
    await desk.save(PAGE, null, [{ type: 'set', path: [], value: other }]);
    await restore((await listBin())[0]?.id);
    expect((await contentFile(PAGE))?.value).toMatchObject({ title: 'Une autre' });
    expect((await contentFile('pages/carte-2.yaml'))?.value).toEqual(page.value);
  });
});

/** A TIFF as cameras write it: a preview comes first, and the sensor's picture is beside it. */
async function rawPhoto(): Promise<Buffer> {
  const preview = await fourColors().resize(160, 120, { fit: 'fill' }).tiff().toBuffer();
  const directory = preview.readUInt32LE(4);
  const count = preview.readUInt16LE(directory);
  const entries = preview.subarray(directory + 2, directory + 2 + 12 * count);
  const entry = (tag: number, type: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(1, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const list = (...all: Buffer[]) => {
    const length = Buffer.alloc(2);
    length.writeUInt16LE(all.reduce((sum, part) => sum + part.length, 0) / 12);
    return Buffer.concat([length, ...all, Buffer.alloc(4)]);
  };
  const sensor = list(entry(256, 4, 4000), entry(257, 4, 3000), entry(262, 3, 32803));
  const first = list(entries, entry(330, 4, preview.length), entry(50706, 4, 0x0104));
  const raw = Buffer.concat([preview, sensor, first]);
  raw.writeUInt32LE(preview.length + sensor.length, 4);
  return raw;
}

const pngOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
