import { startSiteServer } from '../../tests/support/site-server.ts';
import { openBrowser, type Visit, visitOnce } from '../phone.ts';
import {
  bareOf,
  reactOnAnEmptyRoot,
  readPublished,
  rewrittenSite,
  withoutScripts,
} from '../published.ts';
import { median, ROUNDS, type Row, type Section } from '../section.ts';

export default {
  about: `First visits on a phone (412 px at 1.75, 1.6 Mbit/s, 150 ms, processor slowed four times, HTTP/1.1), interleaved in an order that rotates; medians of ${ROUNDS}. Bare: HTML with the hero's photo alone. react-dom: it alone, on an empty root, in the same rounds.`,
  async measure(onProgress) {
    const { release } = await readPublished();
    const { html: emptyRoot, files } = await reactOnAnEmptyRoot();
    const sites = {
      ours: { siteDir: 'dist', remove: async () => undefined },
      still: await rewrittenSite(withoutScripts),
      bare: await rewrittenSite(bareOf),
      react: await rewrittenSite(() => emptyRoot, files),
    };
    const browser = await openBrowser();
    const servers = await Promise.all(
      Object.values(sites).map(({ siteDir }) => startSiteServer({ siteDir })),
    );
    const [ours = '', still = '', bare = '', react = ''] = servers.map(({ url }) => url);
    const rows: Row[] = [];
    try {
      const home = release.redirects.find(({ from }) => from === '/')?.to;
      for (const { path } of release.pages) {
        const bases = path === home ? [ours, still, react, bare] : [ours, still, react];
        const visits = bases.map((): Visit[] => []);
        for (let round = 0; round < ROUNDS; round++) {
          for (let turn = 0; turn < bases.length; turn++) {
            const index = (round + turn) % bases.length;
            visits[index]?.push(await visitOnce(browser, `${bases[index]}${path}`));
          }
        }
        const [a = [], b = [], d = [], c] = visits;
        const paint = (some: Visit[]) => median(some.map(({ largestPaintMs }) => largestPaintMs));
        const longest = (some: Visit[]) => median(some.map(({ longestTaskMs }) => longestTaskMs));
        const row = { what: `${path}: largest paint`, value: paint(a), unit: 'ms' };
        rows.push({ ...row, limit: paint(b), of: 'without scripts', goal: '≤ 1.03' });
        if (c) rows.push({ ...row, limit: paint(c), of: 'bare', goal: '≤ 1.3' });
        rows.push(
          {
            what: `${path}: until idle`,
            value: median(a.map(({ kilobytes }) => kilobytes)),
            unit: 'kB',
            goal: release.captcha.pagePaths.includes(path) ? '≤ 130' : '≤ 175',
          },
          {
            what: `${path}: longest task`,
            value: longest(a),
            unit: 'ms',
            limit: longest(d),
            of: 'react-dom',
            goal: '≤ 50, or ≤ 1.1',
          },
        );
        onProgress(
          `${path}: ${paint(a).toFixed(0)} ms, without scripts ${paint(b).toFixed(0)}; longest task ${longest(a)}, without scripts ${longest(b)}, react-dom ${longest(d)}`,
        );
      }
    } finally {
      await browser.close();
      await Promise.all(servers.map((server) => server.stop()));
      for (const { remove } of Object.values(sites)) await remove();
    }
    return rows;
  },
} satisfies Section;
