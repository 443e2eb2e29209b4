import { startSiteServer } from '../../tests/support/site-server.ts';
import { openBrowser, readVitals, watchVitals } from '../phone.ts';
import { readPublished } from '../published.ts';
import type { Row, Section } from '../section.ts';

const WIDTHS = [360, 767, 768, 1280, 1920];
/** Fonts and pictures come so much later, in milliseconds. */
const DELAY_MS = 700;

export default {
  about: `Cumulative layout shift at ${WIDTHS.join(', ')} px, with fonts and pictures ${DELAY_MS} ms late.`,
  async measure(onProgress) {
    const { release } = await readPublished();
    const server = await startSiteServer({ siteDir: 'dist' });
    const browser = await openBrowser();
    const rows: Row[] = [];
    try {
      for (const { path } of release.pages) {
        let worst = 0;
        for (const width of WIDTHS) {
          const page = await browser.newPage({ viewport: { width, height: 800 } });
          await page.route(/\.(?:woff2|avif|jpeg)$/, async (route) => {
            await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
            await route.continue().catch(() => undefined);
          });
          await watchVitals(page);
          await page.goto(server.url + path, { waitUntil: 'load', timeout: 20_000 });
          await page.waitForTimeout(DELAY_MS + 500);
          worst = Math.max(worst, (await readVitals(page)).layoutShift);
          await page.close();
        }
        rows.push({ what: `${path}: worst width`, value: worst, unit: '', goal: '0' });
        onProgress(`${path}: ${worst.toFixed(4)}`);
      }
    } finally {
      await browser.close();
      await server.stop();
    }
    return rows;
  },
} satisfies Section;
