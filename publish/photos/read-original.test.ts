import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { readOriginal, UnreadablePhotoError } from './read-original.ts';

const SIZE = { width: 120, height: 80 };
/** Signature and IHDR. */
const PNG_HEAD_BYTES = 33;
const RED = [200, 40, 40];
const BROWN = [200, 100, 50];
const GREY = [120, 120, 120];
const LINEN = [0xf6, 0xf1, 0xe7];

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
  const drawn = await picture();
  const { data } = await readOriginal(
    'toBuffer' in drawn ? await drawn.toBuffer() : drawn,
    '#f6f1e7',
  );
  // Printing inks reach these colours only nearly.
  const reach = name.startsWith('CMYK') ? 30 : 3;
  color.forEach((channel, i) => {
    expect(Math.abs((data[i] ?? 0) - channel), `${data.subarray(0, 3)}`).toBeLessThanOrEqual(reach);
  });
});

test('turns a photo upright as its camera says', async () => {
  const lying = await flat(RED).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await readOriginal(lying)).toMatchObject({ width: SIZE.height, height: SIZE.width });
});

test('brings a large original down to what a screen shows, and enlarges none', async () => {
  for (const [width, height, read] of [
    [3300, 2200, { width: 3000, height: 2000 }],
    [2600, 3900, { width: 2560, height: 3840 }],
    [700, 500, { width: 700, height: 500 }],
  ] as const) {
    const large = sharp({ create: { width, height, channels: 3, background: '#4b5a3c' } });
    expect(await readOriginal(await large.jpeg().toBuffer())).toMatchObject(read);
  }
});

test('stray bytes in a JPEG do no harm, an end that is missing does', async () => {
  const whole = await flat(RED).jpeg().toBuffer();
  // Before the first table, where some cameras leave a few bytes.
  const table = whole.indexOf(Buffer.from([0xff, 0xdb]));
  const stray = Buffer.from([1, 2, 3]);
  const strayed = Buffer.concat([whole.subarray(0, table), stray, whole.subarray(table)]);
  expect((await readOriginal(strayed)).width).toBe(SIZE.width);

  await expect(readOriginal(strayed.subarray(0, -200))).rejects.toThrow(UnreadablePhotoError);
});

test.each([
  { width: 1, height: 1 },
  { width: 3000, height: 4 },
  { width: 40, height: 1000 },
])('refuses $width × $height px', async (size) => {
  const strip = sharp({ create: { ...size, channels: 3, background: '#fff' } });
  const reading = readOriginal(await strip.png().toBuffer());
  await expect(reading).rejects.toThrow(UnreadablePhotoError);
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
