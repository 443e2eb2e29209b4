import type { Page } from '@playwright/test';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { openBrowser, openPhone, readVitals, watchVitals } from '../phone.ts';
import { readPublished } from '../published.ts';
import { percentile, type Row, type Section } from '../section.ts';

const TIMES = 5;
const GOAL = '≤ 50';

/** What a visitor does, and on which page it is done. */
const TOUCHES: { what: string; where: 'home' | 'form'; act: (page: Page) => Promise<void> }[] = [
  { what: 'menu', where: 'home', act: (page) => page.locator('[popovertarget]').first().tap() },
  {
    what: 'next picture',
    where: 'home',
    act: (page) => page.locator('[data-variant="hero"] [data-side="next"]').tap(),
  },
  {
    what: 'dialog of a gallery',
    where: 'home',
    act: (page) => page.locator('[data-variant="gallery"] [aria-haspopup="dialog"]').first().tap(),
  },
  {
    what: 'a field',
    where: 'form',
    act: (page) => page.locator('input[name="name"]').first().pressSequentially('Zoë'),
  },
];

export default {
  about: `From a touch to the next frame, processor slowed four times, ${TIMES} pages each, all script loaded; the longest of each page, 98th percentile. What took less than 16 ms counts as 16.`,
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
      for (const { what, where, act } of TOUCHES) {
        const times: number[] = [];
        for (let time = 0; time < TIMES; time++) {
          const { page, context } = await openPhone(browser, 'local');
          await watchVitals(page);
          await page.goto(server.url + paths[where], { timeout: 20_000 });
          await page.locator('html[data-started]').waitFor({ state: 'attached', timeout: 20_000 });
          await act(page);
          await page.waitForTimeout(600);
          times.push(Math.max(16, ...(await readVitals(page)).touchesMs));
          await context.close();
        }
        rows.push({ what, value: percentile(times, 0.98), unit: 'ms', goal: GOAL });
        onProgress(`${what}: ${times.join(', ')}`);
      }
    } finally {
      await browser.close();
      await server.stop();
    }
    return rows;
  },
} satisfies Section;
