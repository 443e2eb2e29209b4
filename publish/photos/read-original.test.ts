import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { readOriginal, UnreadablePhotoError } from './read-original.ts';

const SIZE = { width: 120, height: 80 };
const RED = [200, 40, 40];
const BROWN = [200, 100, 50];
const GREY = [120, 120, 120];

test.each<{ name: string; photo: () => Sharp; color: number[] }>([
  { name: '8 bits', photo: () => flat(RED).png(), color: RED },
  { name: '8 bits in P3', photo: () => flat(RED).withIccProfile('p3').jpeg(), color: RED },
  { name: '16 bits', photo: () => flat(RED).toColourspace('rgb16').png(), color: RED },
  {
    name: 'CMYK with a profile',
    photo: () => flat(BROWN).withIccProfile('cmyk').toColourspace('cmyk').jpeg(),
    color: BROWN,
  },
  { name: 'grey', photo: () => flat(GREY).toColourspace('b-w').png(), color: GREY },
])('an original is read in its colours: $name', async ({ name, photo, color }) => {
  const { data } = await readOriginal(await photo().toBuffer());
  // CMYK only approximates these colours.
  const tolerance = name.startsWith('CMYK') ? 30 : 3;
  const pixel = [...data.subarray(0, 3)];
  for (const [i, channel] of color.entries()) {
    expect(Math.abs((pixel[i] ?? 0) - channel), `${pixel}`).toBeLessThanOrEqual(tolerance);
  }
});

test('an original is rotated by its EXIF orientation', async () => {
  const lying = await flat(RED).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await readOriginal(lying)).toMatchObject({ width: SIZE.height, height: SIZE.width });
});

test('a large original is reduced to the working size, and none is enlarged', async () => {
  for (const [width, readWidth] of [
    [3300, 3000],
    [750, 750],
  ] as const) {
    const size = { width, height: (width * 2) / 3 };
    const photo = sharp({ create: { ...size, channels: 3, background: '#4b5a3c' } });
    const { width: found, height } = await readOriginal(await photo.jpeg().toBuffer());
    expect([found, height]).toEqual([readWidth, (readWidth * 2) / 3]);
  }
});

test('a JPEG with stray bytes is read', async () => {
  const whole = await flat(RED).jpeg().toBuffer();
  // Some cameras leave a few bytes before the first table.
  const table = whole.indexOf(Buffer.from([0xff, 0xdb]));
  const stray = Buffer.from([1, 2, 3]);
  const strayed = Buffer.concat([whole.subarray(0, table), stray, whole.subarray(table)]);
  expect((await readOriginal(strayed)).width).toBe(SIZE.width);
});

test.each([
  { width: 15, height: 15 },
  { width: 40, height: 1000 },
])('an original of $width × $height px is refused', async (size) => {
  const strip = sharp({ create: { ...size, channels: 3, background: '#fff' } });
  const reading = readOriginal(await strip.png().toBuffer());
  await expect(reading).rejects.toThrow(UnreadablePhotoError);
});

function flat([r = 0, g = 0, b = 0]: number[]): Sharp {
  return sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } });
}
