import process from 'node:process';
import { startSiteServer } from '../../support/servers/site-server.ts';
import { openBrowser, type Visit, visitOnce } from '../phone.ts';
import { bareOf, readPublished, rewriteSite, withoutScripts } from '../published.ts';
import { type Figure, median, type Suite } from '../suite.ts';

/** First visits of each page and variant; their medians are compared. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
/**
 * The goal is that scripts delay nothing. Two runs without any difference can still be this far
 * apart.
 */
const MAX_SCRIPT_RATIO = 1.15;

export default {
  about: `First visits to the first page, an offer page and the form's page on a phone (412 px at 1.75, 1.6 Mbit/s, 150 ms, processor slowed four times, HTTP/1.1), interleaved in an order that rotates; medians of ${ROUNDS}. Layout shift: one visit of each page. Bare: HTML with the hero's photo alone.`,
  async measure(onProgress) {
    const { manifest } = await readPublished();
    const home = manifest.redirects.find(({ from }) => from === '/')?.to ?? '';
    const form = manifest.captcha.pagePaths[0] ?? '';
    const offer = manifest.pages.find(({ path }) => path === '/feesten')?.path ?? home;
    const scriptless = await rewriteSite(withoutScripts);
    const bare = await rewriteSite(bareOf);
    const browser = await openBrowser();
    const servers = await Promise.all(
      ['dist', scriptless.siteDir, bare.siteDir].map((siteDir) => startSiteServer({ siteDir })),
    );
    const rows: Figure[] = [];
    try {
      for (const path of [home, offer, form]) {
        const urls = servers.map(({ url }) => `${url}${path}`);
        const [ours = [], withoutScript = [], bareHtml = []] = await visitInTurns(browser, urls);
        const figure = (visits: Visit[], name: keyof Visit) =>
          median(visits.map((visit) => visit[name]));
        const paint = {
          what: `${path}: largest paint`,
          value: figure(ours, 'largestPaintMs'),
          unit: 'ms',
        };
        const task = {
          what: `${path}: longest task`,
          value: figure(ours, 'longestTaskMs'),
          unit: 'ms',
        };
        rows.push(
          {
            ...paint,
            baseline: figure(withoutScript, 'largestPaintMs'),
            baselineName: 'without scripts',
            goal: { atMost: MAX_SCRIPT_RATIO },
          },
          {
            ...paint,
            baseline: figure(bareHtml, 'largestPaintMs'),
            baselineName: 'bare',
            // Only the first page has a goal for this ratio, because the others consist of more
            // than a photo.
            ...(path === home && { goal: { atMost: 1.7 } }),
          },
          {
            ...task,
            baseline: figure(withoutScript, 'longestTaskMs'),
            baselineName: 'without scripts',
          },
          {
            what: `${path}: until idle`,
            value: figure(ours, 'kilobytes'),
            unit: 'kB',
            goal: { atMost: path === form ? 145 : path === offer ? 210 : 185 },
          },
        );
        onProgress(path);
      }
      for (const { path } of manifest.pages) {
        const { layoutShift } = await visitOnce(browser, `${servers[0]?.url}${path}`);
        const what = `${path}: layout shift`;
        rows.push({ what, value: layoutShift, unit: '', goal: { atMost: 0.01 } });
      }
    } finally {
      await browser.close();
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all([scriptless.remove(), bare.remove()]);
    }
    return rows;
  },
} satisfies Suite;

/** @returns visits by url, in the order of `urls` */
async function visitInTurns(browser: Awaited<ReturnType<typeof openBrowser>>, urls: string[]) {
  const visits = urls.map((): Visit[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < urls.length; turn++) {
      const index = (round + turn) % urls.length;
      visits[index]?.push(await visitOnce(browser, urls[index] ?? ''));
    }
  }
  return visits;
}
