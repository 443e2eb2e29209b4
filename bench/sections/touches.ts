import type { Browser, Page } from '@playwright/test';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { openBrowser, openPhone, readVitals, watchVitals } from '../phone.ts';
import { readPublished } from '../published.ts';
import { percentile, type Row, type Section } from '../section.ts';

const TIMES = 5;
const GOAL = '≤ 50';

/** What a browser does by itself, on a page of nothing else: the least that a touch takes here. */
const BARE_PAGE =
  'data:text/html,<!doctype html><meta name=viewport content="width=device-width"><button popovertarget=box>Open</button><div popover id=box>Box</div><input>';

type Act = (page: Page) => Promise<void>;

const openBox: Act = (page) => page.locator('[popovertarget]').first().tap();
const typeInto = (field: string): Act => {
  return (page) => page.locator(field).first().pressSequentially('Zoë');
};

/** What a visitor does, on which page it is done, and the same on the bare one. */
const TOUCHES: { what: string; where: 'home' | 'form'; act: Act; bare: Act }[] = [
  { what: 'menu', where: 'home', act: openBox, bare: openBox },
  {
    what: 'next picture',
    where: 'home',
    act: (page) => page.locator('[data-variant="hero"] [data-side="next"]').tap(),
    bare: openBox,
  },
  {
    what: 'dialog of a gallery',
    where: 'home',
    act: (page) => page.locator('[data-variant="gallery"] [aria-haspopup="dialog"]').first().tap(),
    bare: openBox,
  },
  { what: 'a field', where: 'form', act: typeInto('input[name="name"]'), bare: typeInto('input') },
];

export default {
  about: `From a touch to the next frame, processor slowed four times, ${TIMES} pages each, all script loaded; the longest of each page, 98th percentile; beside each the same on a page of a button, a popover and a field, in turns. What took less than 16 ms counts as 16.`,
  async measure(onProgress) {
    const { release } = await readPublished();
    const paths = {
      home: release.redirects.find(({ from }) => from === '/')?.to ?? '/',
      form: release.captcha.pagePaths[0] ?? '/',
    };
    const server = await startSiteServer({ siteDir: 'dist' });
    const browser = await openBrowser();
    const rows: Row[] = [];
    try {
      for (const { what, where, act, bare } of TOUCHES) {
        const times: number[] = [];
        const limits: number[] = [];
        for (let time = 0; time < TIMES; time++) {
          const here = await touch(browser, act, async (page) => {
            await page.goto(server.url + paths[where], { timeout: 20_000 });
            const started = page.locator('html[data-started]');
            await started.waitFor({ state: 'attached', timeout: 20_000 });
          });
          times.push(here);
          limits.push(await touch(browser, bare, (page) => page.goto(BARE_PAGE)));
        }
        const limit = percentile(limits, 0.98);
        rows.push({
          what,
          value: percentile(times, 0.98),
          unit: 'ms',
          limit,
          of: 'a bare page',
          goal: GOAL,
        });
        onProgress(`${what}: ${times.join(', ')}; on a bare page ${limits.join(', ')}`);
      }
    } finally {
      await browser.close();
      await server.stop();
    }
    return rows;
  },
} satisfies Section;

/** @returns milliseconds until the frame after it, at least one frame's */
async function touch(
  browser: Browser,
  act: Act,
  open: (page: Page) => Promise<unknown>,
): Promise<number> {
  const { page, context } = await openPhone(browser, 'local');
  await watchVitals(page);
  await open(page);
  await act(page);
  await page.waitForTimeout(600);
  const { touchesMs } = await readVitals(page);
  await context.close();
  return Math.max(16, ...touchesMs);
}
