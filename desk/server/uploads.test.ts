import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDesk, type TestDesk } from '../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import type { DeskPhoto, Refusal } from '../api.ts';
import { valueAt } from '../operations.ts';
import { MAX_UPLOAD_BYTES } from './http-server.ts';
import { STORED_SIDE } from './photos/photos.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
});
afterEach(() => desk.close());

const upload = (name: string, bytes: Buffer) =>
  desk.call('POST /api/uploads/:path', bytes, `photos/${name}`);
const photoNamed = async (name: string) =>
  (await desk.call('GET /api/photos')).answer.find((photo) => photo.name === name);
const content = (path: string) => readFile(join(desk.folders.contentDir, path));
const HEIC = join(import.meta.dirname, 'photos/fixtures/turned.heic');

/** Red and green above, blue and white below, when it is held as it was taken. */
async function fourColors(): Promise<Sharp> {
  const data = Buffer.alloc(96 * 64 * 3);
  const colors = [
    [220, 30, 30],
    [30, 180, 30],
    [30, 30, 220],
    [240, 240, 240],
  ];
  for (let i = 0; i < 96 * 64; i++) {
    data.set(colors[(i % 96 < 48 ? 0 : 1) + (i < 96 * 32 ? 0 : 2)] ?? [], i * 3);
  }
  return sharp(data, { raw: { width: 96, height: 64, channels: 3 } });
}

/** The colours of the corners, from the top left: 'r', 'g', 'b' or 'w'. */
async function corners(photo: Buffer): Promise<string> {
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
  const name = ([r = 0, g = 0, b = 0]: Uint8Array) =>
    r > 150 && g > 150 ? 'w' : r > g && r > b ? 'r' : g > b ? 'g' : 'b';
  const [right, bottom] = [info.width - 4, info.height - 4];
  return [at(3, 3), at(right, 3), at(3, bottom), at(right, bottom)].map(name).join('');
}

/** A small JPEG that says it is larger. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = await (await fourColors()).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

describe('a photo', () => {
  it('is stored upright, without location and camera, under its own name', async () => {
    const taken = await (await fourColors())
      .withExif({ IFD0: { Model: 'Toestel' }, IFD3: { GPSLatitude: '51/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await upload('Taart & Café!', taken)).answer).toEqual({ name: 'taart-en-cafe' });
    const photo = await photoNamed('taart-en-cafe');
    expect(photo).toMatchObject({ width: 64, height: 96, isListed: false });
    const kept = await content('photos/taart-en-cafe.jpg');
    expect(await corners(kept)).toBe('brwg');
    const { exif, orientation } = await sharp(kept).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect((await upload('taart en cafe', taken)).answer).toMatchObject({
      name: 'taart-en-cafe-2',
    });
    const shown = await desk.request(photo?.thumbnail ?? '');
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('from an iPhone is stored upright', async () => {
    expect((await upload('IMG_0001.HEIC', await readFile(HEIC))).status).toBe(200);
    expect(await photoNamed('img-0001')).toMatchObject({ width: 64, height: 96 });
    expect(await corners(await content('photos/img-0001.jpg'))).toBe('brwg');
  });

  it('may be a PNG, WebP or AVIF, and is scaled down', async () => {
    const wide = (await fourColors()).resize(4000, 200, { fit: 'fill' });
    await upload('breed', await wide.png().toBuffer());
    expect(await photoNamed('breed')).toMatchObject({ width: STORED_SIDE, height: 192 });
    for (const format of ['webp', 'avif'] as const) {
      const small = await (await fourColors())[format]().toBuffer();
      await upload(format, small);
      expect(await photoNamed(format)).toMatchObject({ width: 96 });
    }
  });

  it('of a camera above 25 megapixels is scaled down', async () => {
    const large = (await fourColors()).resize(8000, 4000, { fit: 'fill' });
    await upload('groot', await large.jpeg().toBuffer());
    expect(await photoNamed('groot')).toMatchObject({ width: 3840, height: 1920 });
  });

  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['a JPEG of 300 megapixels', () => jpegOf(20_000, 15_000), /te veel beeldpunten/],
    ['a drawing', () => Buffer.from('<svg viewBox="0 0 9 9"></svg>'), /niet openen/],
    ['a text', () => Buffer.from('geen foto'), /niet openen/],
    [
      'half a photo',
      async () => {
        const photo = await (await fourColors()).resize(900, 600).jpeg().toBuffer();
        return photo.subarray(0, 5_000);
      },
      /niet openen/,
    ],
    ['half a HEIC', async () => (await readFile(HEIC)).subarray(0, 900), /niet openen/],
  ])('is refused in Dutch: %s', async (_, bytes, message) => {
    const { status, answer } = await upload('foto', await bytes());
    expect([status, (answer as unknown as Refusal).message]).toEqual([
      422,
      expect.stringMatching(message),
    ]);
  });

  it('stays in its folder, whatever its name', async () => {
    const jpeg = await (await fourColors()).jpeg().toBuffer();
    expect((await upload('😀', jpeg)).answer).toMatchObject({ name: 'foto' });
    for (const path of [
      'photos/../../x.jpg',
      'files/../site.yaml',
      'site.yaml',
      'photos/photos.yaml',
    ]) {
      expect([400, 422]).toContain((await desk.call('PUT /api/uploads/:path', jpeg, path)).status);
      expect((await desk.call('DELETE /api/uploads/:path', {}, path)).status).toBe(400);
    }
  });

  it('is refused above the size limit', async () => {
    const { status } = await upload('zwaar', Buffer.alloc(MAX_UPLOAD_BYTES + 1));
    expect(status).toBe(413);
  });

  it('is restored from the bin with its description', async () => {
    const jpeg = await (await fourColors()).jpeg().toBuffer();
    const photos = (await desk.call('GET /api/photos')).answer;
    const used = photos.find(({ uses }) => uses.length > 0) as DeskPhoto;
    const [before] = await Promise.all([content(`photos/${used.name}.jpg`)]);
    const replaced = await desk.call('PUT /api/uploads/:path', jpeg, `photos/${used.name}.jpg`);
    expect(replaced.status).toBe(200);
    expect(await photoNamed(used.name)).toMatchObject({ width: 96 });
    const [item] = (await desk.call('GET /api/bin')).answer;
    expect(item).toMatchObject({ name: used.name, isReplaced: true });
    expect((await desk.request(item?.thumbnail ?? '')).status).toBe(200);
    await desk.call('POST /api/bin/:id/restore', {}, item?.id);
    expect(await content(`photos/${used.name}.jpg`)).toEqual(before);

    const list = (await desk.call('GET /api/content')).answer.files.find(
      ({ path }) => path === 'photos/photos.yaml',
    );
    const entry = { focus: [50, 50], alt: 'Vier kleuren.' };
    await upload('los', jpeg);
    await desk.call('PATCH /api/content', {
      path: 'photos/photos.yaml',
      hash: list?.hash ?? '',
      operations: [{ kind: 'set', path: ['los'], value: entry }],
    });
    const entryNow = async () => {
      const { files } = (await desk.call('GET /api/content')).answer;
      return valueAt(files.find(({ path }) => path === list?.path)?.value ?? null, ['los']);
    };
    expect((await desk.call('DELETE /api/uploads/:path', {}, 'photos/los.jpg')).status).toBe(200);
    expect(await entryNow()).toBeUndefined();
    const removed = (await desk.call('GET /api/bin')).answer.find(({ name }) => name === 'los');
    await desk.call('POST /api/bin/:id/restore', {}, removed?.id);
    expect(await entryNow()).toEqual(entry);
    expect((await desk.call('GET /api/bin')).answer.map(({ name }) => name)).toEqual([used.name]);
  });
});

it('a PDF is replaced at the same address', async () => {
  const post = (name: string, text: string) =>
    desk.call('POST /api/uploads/:path', Buffer.from(text), `files/${name}`);
  await post('Menu mei.pdf', '%PDF-1.7 mei');
  const files = (await desk.call('GET /api/files')).answer;
  expect(files).toContainEqual(
    expect.objectContaining({ name: 'menu-mei.pdf', href: '/files/menu-mei.pdf', uses: [] }),
  );
  expect((await post('menu.pdf', '<script>')).status).toBe(422);
  await desk.call('PUT /api/uploads/:path', Buffer.from('%PDF-1.7 juni'), 'files/menu-mei.pdf');
  expect(await (await desk.request('/files/menu-mei.pdf')).text()).toBe('%PDF-1.7 juni');
  expect((await desk.call('DELETE /api/uploads/:path', {}, 'files/menu-mei.pdf')).status).toBe(200);
  expect((await desk.request('/files/menu-mei.pdf')).status).toBe(404);
  expect((await desk.call('GET /api/bin')).answer.map(({ name }) => name)).toEqual([
    'menu-mei.pdf',
    'menu-mei.pdf',
  ]);
});

describe('a logo', () => {
  const svg = (inside: string, before = '') =>
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 360 52"><path class="a" d="M0 0h9v9z"/>${inside}</svg>`,
    );
  const tryLogo = async (file: string) => {
    const { files } = (await desk.call('GET /api/content')).answer;
    const brand = files.find(({ path }) => path === 'brand.yaml')?.value as object;
    const tried = { ...brand, logo: { large: file, small: file, mark: file } };
    return (await desk.call('POST /api/brand-preview', { brand: tried })).answer;
  };
  const add = (bytes: Buffer) => desk.call('POST /api/logo', bytes);

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a page', Buffer.from('<html><body>hoi</body></html>')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ])('with %s is refused', async (_, bytes) => {
    expect((await add(bytes)).status).toBe(422);
    expect(await readdir(join(desk.folders.contentDir, 'brand'))).toHaveLength(3);
  });

  it('keeps the colours of its style sheet', async () => {
    const { file } = (await add(svg('<style>.a{fill:#b0302a}</style>'))).answer;
    expect((await tryLogo(file)).logo.large).toContain('fill="#b0302a"');
  });

  it('is previewed with colours that are not saved', async () => {
    const png = await sharp({
      create: { width: 720, height: 90, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { file } = (await add(png)).answer;
    const { logo, css } = await tryLogo(file);
    const [path = ''] = /\/assets\/[^"]+/.exec(logo.small) ?? [];
    const shown = await desk.request(path);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
    expect(css).toContain('@font-face');
  });
});
