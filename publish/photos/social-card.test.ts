import sharp, { type Region } from 'sharp';
import { expect, test } from 'vitest';
import { content } from '../../tests/support/content/fixture-site.ts';
import { contrast } from '../contrast.ts';
import { drawSocialCard } from './social-card.ts';

const { brand } = content;

test.each([
  ['a short name', 'Maanzaad', 'Schuif maar aan,\ner is genoeg.'],
  ['signs of markup', 'Bloem & <Zaad>', 'Eén, twee & drie < vier'],
  [
    'a long sentence',
    'Maanzaad',
    'We koken aan huis of op locatie, voor twaalf of tweehonderd. '.repeat(3),
  ],
])(
  'a card of %s has light letters on a dark shade at its lower left',
  async (_, name, sentence) => {
    const bare = await photoOf('#ffffff');
    const card = await drawSocialCard(bare, { name, sentence }, brand);
    expect(await sharp(card).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
    const greys = await greysOf(card, { left: 64, top: 400, width: 400, height: 160 });
    const sorted = greys.toSorted();
    const colorOf = (grey = 0) => `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
    // The ground is the median grey, because letters cover less than half of the area. The letters
    // are the lightest.
    const ground = colorOf(sorted[Math.floor(sorted.length / 2)]);
    expect(contrast(colorOf(sorted.at(-1)), ground)).toBeGreaterThan(4.5);
    // The upper right stays as it was.
    const corner = await greysOf(card, { left: 1180, top: 0, width: 20, height: 10 });
    expect(Math.min(...corner)).toBeGreaterThan(240);
  },
);

test('each pair of fonts has its own letters on the card', async () => {
  const bare = await photoOf('#000000');
  const cards = await Promise.all(
    (['instrument', 'fraunces', 'cormorant', 'bricolage'] as const).map((fonts) =>
      drawSocialCard(bare, { name: 'Maanzaad', sentence: 'Schuif maar aan' }, { ...brand, fonts }),
    ),
  );
  expect(new Set(cards.map((card) => card.toString('base64'))).size).toBe(cards.length);
});

function greysOf(card: Buffer, part: Region): Promise<Buffer> {
  return sharp(card).extract(part).greyscale().raw().toBuffer();
}

function photoOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 1200, height: 630, channels: 3, background } })
    .png()
    .toBuffer();
}
