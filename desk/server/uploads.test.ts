import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openDeskForEachTest } from '../../tests/desk/open-desk.ts';
import type { DeskFile, DeskPhoto, Look, Refusal } from '../api.ts';

const desk = openDeskForEachTest();
const { send } = desk;

const upload = (name: string, bytes: Buffer) =>
  send('POST', `/api/photos?name=${encodeURIComponent(name)}`, bytes);
const content = (path: string) => readFile(join(desk.folders().contentDir, path));

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

/** What stands in the corners, from the top left: 'r', 'g', 'b' or 'w'. */
async function corners(photo: Buffer): Promise<string> {
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
  const name = ([r = 0, g = 0, b = 0]: Uint8Array) =>
    r > 150 && g > 150 ? 'w' : r > g && r > b ? 'r' : g > b ? 'g' : 'b';
  const [right, bottom] = [info.width - 4, info.height - 4];
  return [at(3, 3), at(right, 3), at(3, bottom), at(right, bottom)].map(name).join('');
}

/** A PNG of so many black pixels in a few kilobytes. */
function pngBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small JPEG that says it is larger. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = await (await fourColors()).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

describe('a photo', { timeout: 60_000 }, () => {
  it('is kept upright, without place and camera, under what its owner says it is', async () => {
    const taken = await (await fourColors())
      .withExif({ IFD0: { Model: 'Toestel' }, IFD3: { GPSLatitude: '51/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload('Taart & Café!', taken);
    const photo = body as DeskPhoto;
    expect([status, photo]).toMatchObject([
      200,
      { name: 'taart-en-cafe', width: 64, height: 96, isListed: false, uses: [] },
    ]);
    const kept = await content('photos/taart-en-cafe.jpg');
    expect(await corners(kept)).toBe('brwg');
    const { exif, orientation } = await sharp(kept).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect((await upload('taart en cafe', taken)).body).toMatchObject({ name: 'taart-en-cafe-2' });
    const shown = await send('GET', photo.thumbnail);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('from an iPhone is kept too, as it was held and in its colours', async () => {
    const heic = await readFile(join(import.meta.dirname, 'uploads/fixtures/turned.heic'));
    expect((await upload('IMG_0001.HEIC', heic)).body).toMatchObject({
      name: 'img-0001',
      width: 64,
      height: 96,
    });
    const kept = await content('photos/img-0001.jpg');
    expect(await corners(kept)).toBe('brwg');
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
  });

  it('may be a PNG, WebP or AVIF, and is brought down to what the site uses', async () => {
    const large = (await fourColors()).resize(4000, 200, { fit: 'fill' });
    const wide = await large.png().toBuffer();
    expect((await upload('breed', wide)).body).toMatchObject({
      file: 'breed.jpg',
      width: 3840,
      height: 192,
    });
    for (const format of ['webp', 'avif'] as const) {
      const small = await (await fourColors())[format]().toBuffer();
      expect((await upload(format, small)).body).toMatchObject({
        file: `${format}.jpg`,
        width: 96,
      });
    }
  });

  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['a PNG bomb', () => pngBomb(24_000), /te veel beeldpunten/],
    ['a JPEG of 300 megapixels', () => jpegOf(20_000, 15_000), /te veel beeldpunten/],
    [
      'a drawing with a script',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>',
        ),
      /geen foto die we kennen/,
    ],
    ['a text', () => Buffer.from('geen foto'), /geen foto die we kennen/],
    [
      'half a photo',
      async () =>
        (await (await fourColors()).resize(900, 600).jpeg().toBuffer()).subarray(0, 5_000),
      /beschadigd/,
    ],
    [
      'half a HEIC',
      async () =>
        (await readFile(join(import.meta.dirname, 'uploads/fixtures/turned.heic'))).subarray(
          0,
          900,
        ),
      /beschadigd|geen foto/,
    ],
  ])('is refused when it is %s', async (_, bytes, words) => {
    const { status, body } = await upload('foto', await bytes());
    expect([status, (body as Refusal).message]).toEqual([422, expect.stringMatching(words)]);
  });

  it('never leaves its folder, whatever it is called', async () => {
    const jpeg = await (await fourColors()).jpeg().toBuffer();
    expect((await upload('../../x', jpeg)).body).toMatchObject({ name: 'x' });
    expect((await upload('😀', jpeg)).body).toMatchObject({ name: 'foto' });
    expect((await send('PUT', '/api/photos/..%2F..%2Fx', jpeg)).status).toBe(404);
  });

  it('is refused when it is too heavy, before it is read', async () => {
    expect((await upload('zwaar', Buffer.alloc(60_000_001))).status).toBe(413);
  });

  it('is replaced everywhere, and goes only when nothing shows it', async () => {
    const jpeg = await (await fourColors()).jpeg().toBuffer();
    const photos: DeskPhoto[] = (await send('GET', '/api/photos')).body;
    const used = photos.find(({ uses }) => uses.length > 0);
    expect(used?.uses[0]).toMatchObject({
      file: expect.stringMatching(/yaml$/),
      title: expect.any(String),
    });
    expect((await send('DELETE', `/api/photos/${used?.name}`)).status).toBe(409);
    expect((await send('PUT', `/api/photos/${used?.name}`, jpeg)).body).toMatchObject({
      name: used?.name,
      width: 96,
    });
    const [unused] = [(await upload('los', jpeg)).body as DeskPhoto];
    expect((await send('DELETE', `/api/photos/${unused?.name}`)).status).toBe(200);
    await expect(content('photos/los.jpg')).rejects.toThrow('ENOENT');
  });
});

describe('a file', { timeout: 60_000 }, () => {
  it('is a PDF, replaced next month at the same address', async () => {
    const post = (name: string, text: string) =>
      send('POST', `/api/files?name=${name}`, Buffer.from(text));
    expect((await post('Menu mei.pdf', '%PDF-1.7 mei')).body).toMatchObject({
      name: 'menu-mei.pdf',
      href: '/files/menu-mei.pdf',
      uses: [],
    } satisfies Partial<DeskFile>);
    expect((await post('menu.pdf', '<script>')).status).toBe(422);
    await send('PUT', '/api/files/menu-mei.pdf', Buffer.from('%PDF-1.7 juni'));
    expect((await send('GET', '/files/menu-mei.pdf')).text).toBe('%PDF-1.7 juni');
    const files: DeskFile[] = (await send('GET', '/api/files')).body;
    const linked = files.find(({ uses }) => uses.length > 0);
    expect((await send('DELETE', `/api/files/${linked?.name}`)).status).toBe(409);
    expect((await send('DELETE', '/api/files/menu-mei.pdf')).status).toBe(200);
    await expect(content('files/menu-mei.pdf')).rejects.toThrow('ENOENT');
  });
});

describe('a logo', () => {
  const svg = (inside: string, before = '') =>
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 360 52"><path class="a" d="M0 0h9v9z"/>${inside}</svg>`,
    );
  const upload = async (bytes: Buffer) => {
    const { status, body } = await send('POST', '/api/logo?place=large', bytes);
    return { status, ...(body as Refusal & { file: string; svg: string }) };
  };

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    [
      'a script by another name',
      svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>'),
    ],
    ['a handler', svg('<g onload="alert(1)" oNcLiCk="alert(2)"><path d="M1 1"/></g>')],
    ['a handler on the drawing', Buffer.from(String(svg('')).replace('<svg', '<svg onload="x()"'))],
    ['a link with a script', svg('<a xlink:href="javascript:alert(1)"><path d="M1 1"/></a>')],
    ['HTML', svg('<foreignObject><iframe src="https://x.example"/></foreignObject>')],
    ['an animation that sets a script', svg('<set attributeName="onload" to="alert(1)"/>')],
    ['a comment and a document type', svg('', '<?xml version="1.0"?><!DOCTYPE svg><!-- x -->')],
  ])('is cleaned of %s', async (_, bytes) => {
    const { status, file, svg: shown } = await upload(bytes);
    expect(status).toBe(200);
    const kept = String(await content(`brand/${file}`));
    expect(kept).toContain('M0 0h9v9z');
    for (const text of [kept, shown]) {
      expect(text).not.toMatch(/script|alert|\son|iframe|foreign|<!|<a\b/i);
    }
  });

  it('keeps the colours of its style sheet', async () => {
    const { file } = await upload(svg('<style>.a{fill:#b0302a}</style>'));
    expect(file).toMatch(/^logo-groot-[0-9a-f]{6}\.svg$/);
    expect(String(await content(`brand/${file}`))).toContain('fill="#b0302a"');
  });

  it.each([
    ['a picture from elsewhere', svg('<image href="https://x.example/a.png"/>'), /image/],
    ['letters', svg('<text>La Mésange</text>'), /text/],
    ['an entity that grows', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "<text>x</text>">]>'), /./],
    ['a page', Buffer.from('<html><body>hoi</body></html>'), /html/],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /SVG of PNG/],
  ])('with %s is refused with advice', async (_, bytes, says) => {
    const { status, message } = await upload(bytes);
    expect([status, message]).toEqual([422, expect.stringMatching(says)]);
  });

  it('may be a PNG of 720 pixels that can be seen through, and is shown as it is', async () => {
    const png = (width: number, alpha: number) =>
      sharp({ create: { width, height: 90, channels: 4, background: { r: 9, g: 9, b: 9, alpha } } })
        .png()
        .toBuffer();
    const right = await png(720, 0.5);
    const { file, svg: shown } = await upload(right);
    expect(file).toMatch(/^logo-groot-[0-9a-f]{6}\.png$/);
    expect(await content(`brand/${file}`)).toEqual(right);
    expect(shown).toContain('viewBox="0 0 720 90"');
    expect((await upload(await png(719, 0.5))).message).toContain('een PNG van 719 beeldpunten');
    expect((await upload(await png(720, 1))).message).toContain('dichte achtergrond');
    const brand = parse(String(await content('brand.yaml')));
    brand.logo = { large: file, small: file, mark: file };
    const look = (await send('POST', '/api/look', { brand })).body as Look;
    const [path = ''] = /\/assets\/[^"]+/.exec(look.logo.small) ?? [];
    expect((await send('GET', path)).body).toEqual(right);
  });

  it('has one of three places', async () => {
    expect((await send('POST', '/api/logo?place=elders', svg(''))).status).toBe(400);
  });
});
