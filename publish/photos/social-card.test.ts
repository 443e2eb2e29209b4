import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_HEIGHT, CARD_WIDTH, makeSocialCard, PANEL_WIDTH } from './social-card.ts';

const DRAWING_MS = 60_000;

let folder: string;
let photoFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'social-card-'));
  photoFile = join(folder, 'foto.png');
  const photo = { width: 500, height: 900, channels: 3, background: '#b0302a' } as const;
  await sharp({ create: photo }).png().toFile(photoFile);
});

afterAll(() => rm(folder, { recursive: true }));

test('is a JPEG of 1200 × 630 with the photo at its right', { timeout: DRAWING_MS }, async () => {
  const card = await draw('Feesten');
  expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const photo = { left: PANEL_WIDTH, top: 0, width: CARD_WIDTH - PANEL_WIDTH, height: CARD_HEIGHT };
  const [red, green, blue] = (await statsOf(card, photo)).map(({ mean }) => mean);
  expect(red).toBeCloseTo(0xb0, -1);
  expect(green).toBeCloseTo(0x30, -1);
  expect(blue).toBeCloseTo(0x2a, -1);
});

test.each([
  'Contact',
  'Privacyverklaring',
  'Crème brûlée à l’été: ’t fijnste dessert “van ’t huis” – € 35 per persoon, ïjs inbegrepen',
  'Communiefeestenlentefeestenhuwelijksfeesten',
])(
  'draws the title %j and keeps it off the edges, mark and name',
  { timeout: DRAWING_MS },
  async (title) => {
    const card = await draw(title);
    expect(await darkest(card, 72, 190, 420, 260)).toBeLessThan(80);
    expect(await darkest(card, 0, 0, 40, CARD_HEIGHT)).toBeGreaterThan(200);
    expect(await darkest(card, PANEL_WIDTH - 24, 0, 20, CARD_HEIGHT)).toBeGreaterThan(200);
    expect(await darkest(card, 72, 462, 420, 12)).toBeGreaterThan(200);
  },
);

function draw(title: string): Promise<Buffer> {
  const markFile = 'site/public/icon.svg';
  return makeSocialCard({ photoFile, focus: [50, 20], title, companyName: 'Maanzaad', markFile });
}

async function darkest(card: Buffer, left: number, top: number, width: number, height: number) {
  const channels = await statsOf(card, { left, top, width, height });
  return Math.min(...channels.map(({ min }) => min));
}

/** Written out first, as sharp's `stats` looks at the whole input whatever was extracted. */
async function statsOf(card: Buffer, region: Region) {
  const part = await sharp(card).extract(region).png().toBuffer();
  return (await sharp(part).stats()).channels;
}
