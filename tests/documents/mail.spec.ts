import { expect, test } from '@playwright/test';
import { mailBodies } from '../../server/outbox/mail-body.ts';
import { TEST_RELEASE } from '../support/content/test-release.ts';

const PLACES = ['Bollebeek-aan-de-Molen', 'Sint-Martens-Latem', 'Braine-l’Alleud'];
const ENDLESS = Array(20).fill('zeer').join('-');

test.use({ viewport: { width: 390, height: 844 } });

test('a mail on a phone keeps the name of a place on one line, and is not wider', async ({
  page,
}) => {
  const lines = [...PLACES, ENDLESS].map((place) => ({
    value: `Melkerijstraat 12, 9999 ${place}`,
  }));
  const values = PLACES.map((value) => ({ label: 'Plaats', value: `In de zaal van ${value}` }));
  const { alternatives } = mailBodies(TEST_RELEASE, 'Aanvraag', [{ lines }, { values }]);
  await page.setContent(String(alternatives?.[1]?.content));
  const lineCounts = await page.evaluate((places) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: number[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const place of places) {
        // 'In de zaal van Sint-Martens-Latem' has a name with hyphens, which must not be split.
        const [name = place] = /\p{L}+(?:-\p{L}+)+/u.exec(place) ?? [];
        const at = node.textContent?.indexOf(name) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + name.length);
        found.push(range.getClientRects().length);
      }
    }
    return found;
  }, PLACES);
  expect(lineCounts).toEqual(Array(2 * PLACES.length).fill(1));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
