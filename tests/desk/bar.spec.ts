import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Job } from '../../desk/shared/api.ts';
import {
  expect,
  expectAccessible,
  expectPublished,
  expectSaved,
  go,
  type OpenDesk,
  open,
  savingIn,
  summaryIn,
  test,
  textOn,
} from './desk-fixture.ts';

/*
 * Tests the bar at the top, which shows what is not saved, what is not online, and the progress of
 * a job.
 */

/** Text settings that a reader may have, each as a user style sheet. */
const LETTERS = {
  'as they are': '',
  'twice as large': ':root { font-size: 2.125rem }',
  'twice as large in the same room':
    'header a { font-size: 1.75rem !important } header [role=status] { font-size: 1.625rem !important }',
  'in the spacing of WCAG 1.4.12':
    'header * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
};

/**
 * Lists the parts of the bar that are cut off or covered. Of the saving state, only `words` must be
 * visible.
 */
const cutOff = (page: Page, words: string) =>
  page.getByRole('banner').evaluate((bar, needed) => {
    const inside = bar.getBoundingClientRect();
    const saving = bar.querySelector('[role="status"]') as Element;
    const range = document.createRange();
    range.setStart(saving.firstChild as Text, 0);
    range.setEnd(saving.firstChild as Text, needed.length);
    const shown = [...bar.querySelectorAll('button, strong')].filter(
      (part) => part.clientWidth > 0,
    );
    const boxes = [
      ...[...range.getClientRects()].map((box) => [saving, box, needed] as const),
      ...shown.map((part) => [part, part.getBoundingClientRect(), part.textContent] as const),
    ];
    const cut = boxes.filter(([element, { left, top, right, bottom }]) => {
      const isInside = left >= 0 && right <= innerWidth;
      const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isInBar = top >= inside.top && bottom <= inside.bottom;
      return !isInside || !isInBar || !element.contains(middle);
    });
    return cut.map(([, , text]) => text);
  }, words);

const OFFLINE = 'Geen verbinding: hier bewaard';

const REFUSALS = [
  [401, 'Je bent afgemeld: hier bewaard'],
  [426, 'Nieuwe versie: hier bewaard'],
  [500, 'Nog niet bewaard, wel op dit toestel'],
] as const;

const heightOf = async (page: Page) => (await page.getByRole('banner').boundingBox())?.height;

async function changeTwoPages(page: Page) {
  await textOn(page, 'sections.0.sentence').fill('Une phrase bien plus longue que la ligne.');
  await go(page, 'pagina/carte');
  await textOn(page, 'sections.1.heading').fill('Encore une page.');
  await expectSaved(page);
}

for (const width of [320, 360]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 700 }, hasTouch: true });

    test('the bar shows what is not saved, however large its letters', async ({ page, desk }) => {
      await desk.call('POST /api/publish');
      await desk.jobEnd();
      await open(page, desk);
      const height = await heightOf(page);
      await changeTwoPages(page);
      await expect(summaryIn(page)).toContainText('veranderd');
      expect(await heightOf(page), 'with changes').toBe(height);

      await page.route('**/api/content', (route) => route.abort());
      await textOn(page, 'sections.1.heading').fill('Dans le train.');
      await page.getByRole('button', { name: 'Ongedaan maken' }).tap();
      await expect(page.getByRole('button', { name: 'Opnieuw doen' })).toBeVisible();
      await expect(savingIn(page)).toHaveText(OFFLINE);
      // The whole state is worth one more line, and no more than that.
      expect(await heightOf(page), 'without a network').toBeLessThan((height ?? 0) + 18);

      for (const [name, css] of Object.entries(LETTERS)) {
        await page.evaluate((rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets = [sheet];
        }, css);
        expect
          .soft(
            await cutOff(page, name === 'as they are' ? OFFLINE : 'Geen verbinding'),
            `letters ${name}`,
          )
          .toEqual([]);
      }
      await page.evaluate(() => {
        document.adoptedStyleSheets = [];
      });
      await page.setViewportSize({ width: width / 2, height: 350 });
      expect(await cutOff(page, 'Geen verbinding'), 'zoomed in').toEqual([]);

      await page.setViewportSize({ width, height: 700 });
      await summaryIn(page).tap();
      await expect(page.getByText(OFFLINE).last()).toBeVisible();
      await expectAccessible(page, 'what changes, without a network');
    });

    test('the bar shows in full why this window cannot save', async ({ page, desk }) => {
      await open(page, desk);
      await changeTwoPages(page);
      for (const [status, text] of REFUSALS) {
        await page.route('**/api/content', (route) => route.fulfill({ status, json: {} }));
        await textOn(page, 'sections.1.heading').fill(`Refusé par ${status}.`);
        await page.getByRole('button', { name: 'Ongedaan maken' }).tap();
        await expect(page.getByRole('button', { name: 'Opnieuw doen' })).toBeVisible();
        await expect(savingIn(page)).toHaveText(text);
        expect(await cutOff(page, text), text).toEqual([]);
        const headline = page.getByRole('banner').locator('strong');
        const hidden = await headline.evaluate((line) => line.scrollWidth - line.clientWidth);
        expect(hidden, 'pixels of the headline that are cut off').toBe(0);
      }
    });
  });
}

for (const [name, viewport] of Object.entries({
  'a phone': { width: 390, height: 844 },
  'a computer': { width: 1280, height: 720 },
})) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the bar shows how far publishing is, and keeps its height', async ({ page, desk }) => {
      await open(page, desk);
      const height = await heightOf(page);
      await changeTwoPages(page);
      await page.getByRole('button', { name: 'Zet online' }).click();
      const progress = page.getByRole('progressbar', { name: 'Je site wordt klaargemaakt' });
      await expect(progress).toBeVisible();
      const done = () => progress.evaluate((bar) => (bar as HTMLProgressElement).position);
      await expect.poll(done, { timeout: 90_000 }).toBeGreaterThan(0);
      expect(await heightOf(page)).toBe(height);
      await expectPublished(page);
      await expect(progress).toHaveCount(0);
      expect(await heightOf(page)).toBe(height);
    });
  });
}

/** Opens the desk while the server works at this job. */
async function openDuring(page: Page, desk: OpenDesk, job: Pick<Job, 'kind' | 'progress'>) {
  const running: Job = { id: 'a', state: 'running', warnings: [], ...job };
  await page.route('**/api/job', (route) => route.fulfill({ json: running }));
  await open(page, desk);
  return page.getByRole('banner').getByRole('progressbar');
}

test('while a file is erased, the bar says so and shows progress without a percentage', async ({
  page,
  desk,
}) => {
  const progress = await openDuring(page, desk, { kind: 'erase', progress: null });
  await expect(progress).toHaveAccessibleName('Het bestand wordt overal gewist');
  await expect(progress).toHaveJSProperty('position', -1);
  await expectAccessible(page, 'erasing');
});

test('in high contrast the completed part of the progress bar is visible, and taps go through the bar', async ({
  page,
  desk,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const progress = await openDuring(page, desk, {
    kind: 'preview',
    progress: { step: 'photos', n: 3, of: 4 },
  });
  await expect(progress).toHaveAccessibleName('Je voorbeeld wordt klaargemaakt');
  const { x = 0, y = 0, width = 0, height = 0 } = (await progress.boundingBox()) ?? {};
  const png = await page.screenshot({ clip: { x, y: y + height - 2, width, height: 1 } });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const colorAt = (part: number) => {
    const start = Math.floor(part * info.width) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  expect(colorAt(0.05)).not.toEqual(colorAt(0.95));
  expect(colorAt(0.05)).toEqual(colorAt(0.2));
  const at = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.tagName, [
    x + width / 2,
    y + height / 2,
  ] as const);
  expect(at).not.toBe('PROGRESS');
});
