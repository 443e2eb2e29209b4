import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOriginal, UnreadablePhotoError } from './read-original.ts';

const SIZE = { width: 120, height: 80 };
/** Signature and IHDR. */
const PNG_HEAD_BYTES = 33;
const RED = [200, 40, 40];
const BROWN = [200, 100, 50];
const GREY = [120, 120, 120];
const LINEN = [0xf6, 0xf1, 0xe7];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-original-'));
});

afterAll(() => rm(folder, { recursive: true }));

test.each<{ name: string; picture: () => Sharp | Promise<Buffer>; color: number[] }>([
  { name: '8 bits', picture: () => flat(RED).png(), color: RED },
  { name: '8 bits in P3', picture: () => flat(RED).withIccProfile('p3').png(), color: RED },
  {
    name: '8 bits in P3, as JPEG',
    picture: () => flat(RED).withIccProfile('p3').jpeg(),
    color: RED,
  },
  { name: '16 bits', picture: () => deep(RED).png(), color: RED },
  { name: '16 bits in sRGB', picture: () => tagged(RED, 'srgb'), color: RED },
  // P3's (200, 40, 40) is a stronger red than sRGB's.
  { name: '16 bits in P3', picture: () => tagged(RED, 'p3'), color: [218, 0, 27] },
  { name: 'CMYK', picture: () => flat(BROWN).toColourspace('cmyk').jpeg(), color: BROWN },
  {
    name: 'CMYK with a profile',
    picture: () => flat(BROWN).withIccProfile('cmyk').toColourspace('cmyk').jpeg(),
    color: BROWN,
  },
  { name: 'grey', picture: () => flat(GREY).toColourspace('b-w').png(), color: GREY },
  { name: '16 bits of grey', picture: () => flat(GREY).toColourspace('grey16').png(), color: GREY },
  {
    name: 'nothing at all',
    picture: () => sharp({ create: { ...SIZE, channels: 4, background: '#0000' } }).png(),
    color: LINEN,
  },
  {
    name: 'grey that is transparent',
    picture: () =>
      sharp(Buffer.alloc(2 * SIZE.width * SIZE.height), { raw: { ...SIZE, channels: 2 } })
        .toColourspace('b-w')
        .png(),
    color: LINEN,
  },
])('reads $name in its colours', async ({ name, picture, color }) => {
  const file = join(folder, name);
  const drawn = await picture();
  await writeFile(file, 'toBuffer' in drawn ? await drawn.toBuffer() : drawn);
  const { data } = await readOriginal(file, (size) => size);
  // Printing inks reach these colours only nearly.
  const reach = name.startsWith('CMYK') ? 30 : 3;
  color.forEach((channel, i) => {
    expect(Math.abs((data[i] ?? 0) - channel), `${data.subarray(0, 3)}`).toBeLessThanOrEqual(reach);
  });
});

test('stray bytes in a JPEG do no harm, an end that is missing does', async () => {
  const file = join(folder, 'streepje.jpg');
  const whole = await flat(RED).jpeg().toBuffer();
  // Before the first table, where some cameras leave a few bytes.
  const table = whole.indexOf(Buffer.from([0xff, 0xdb]));
  const stray = Buffer.from([1, 2, 3]);
  await writeFile(file, Buffer.concat([whole.subarray(0, table), stray, whole.subarray(table)]));
  expect((await readOriginal(file, (size) => size)).width).toBe(SIZE.width);

  await writeFile(file, (await readFile(file)).subarray(0, whole.length - 200));
  await expect(readOriginal(file, (size) => size)).rejects.toThrow(UnreadablePhotoError);
});

test.each([
  { width: 1, height: 1 },
  { width: 3000, height: 4 },
  { width: 40, height: 1000 },
])('refuses $width × $height px', async (size) => {
  const file = join(folder, 'strook.png');
  await sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .png()
    .toFile(file);
  await expect(readOriginal(file, (own) => own)).rejects.toThrow(UnreadablePhotoError);
});

function flat([r = 0, g = 0, b = 0]: number[]): Sharp {
  return sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } });
}

function deep(color: number[]): Sharp {
  return flat(color).toColourspace('rgb16');
}

/** The same numbers in 16 bits, said to be in this profile. */
async function tagged(color: number[], profile: 'srgb' | 'p3'): Promise<Buffer> {
  const donor = await flat(color).withIccProfile(profile).png().toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(donor).metadata();
  const png = await deep(color).png().toBuffer();
  const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(icc)]));
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), chunk, png.subarray(PNG_HEAD_BYTES)]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
