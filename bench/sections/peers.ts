import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../../tests/free-port.ts';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { openBrowser, type Visit, visitOnce } from '../phone.ts';
import { documentOf, readPublished, shownHeroOf } from '../published.ts';
import { median, ROUNDS, type Row, type Section } from '../section.ts';

const NEEDED = ['/usr/share/wordpress', '/usr/sbin/mariadbd', '/usr/sbin/nginx'];

export default {
  about: `Ours beside WordPress (Debian's, its own theme, a page cache in nginx) on the same phone, with the same words and the same hero file; ${ROUNDS} interleaved first visits, medians. Over HTTP/1.1 ours answers by itself, over HTTP/2 behind the same nginx.`,
  async measure(onProgress) {
    const missing = NEEDED.find((path) => !existsSync(path));
    if (missing)
      throw new Error(`not measured, ${missing} is missing: see bench/peers/wordpress.sh`);
    const published = await readPublished();
    const { release, publicDir } = published;
    const home = release.redirects.find(({ from }) => from === '/')?.to ?? '';
    const contact = release.captcha.pagePaths[0] ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'bench-wordpress-'));
    await mkdir(join(folder, 'uploads'));
    const hero = shownHeroOf(await documentOf(published, home));
    await copyFile(join(publicDir, hero), join(folder, 'uploads', basename(hero)));
    const photo = `<figure class="wp-block-image alignfull"><img src="/wp-content/uploads/${basename(hero)}" width="412" height="642" alt="" fetchpriority="high"></figure>`;
    for (const [name, path] of [
      ['home', home],
      ['contact', contact],
    ] as const) {
      const words = wordsOf(await documentOf(published, path));
      await writeFile(join(folder, `${name}.html`), name === 'home' ? photo + words : words);
    }
    const server = await startSiteServer({ siteDir: 'dist' });
    const ports = [await freePort(), await freePort(), await freePort()];
    const peer = spawn(
      'bench/peers/wordpress.sh',
      [folder, ...ports.map(String), new URL(server.url).port],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const browser = await openBrowser();
    try {
      const ready = once(peer.stdout, 'data');
      const ended = once(peer, 'exit').then(() => {
        throw new Error(`WordPress did not start: see ${folder}/*.log`);
      });
      await Promise.race([ready, ended]);
      const [plain, tls, oursTls] = ports;
      const rows: Row[] = [];
      for (const [what, ourPath, theirPath] of [
        ['home', home, '/'],
        ['contact', contact, '/contact/'],
      ]) {
        for (const [protocol, ourBase, theirBase] of [
          ['HTTP/1.1', server.url, `http://127.0.0.1:${plain}`],
          ['HTTP/2', `https://127.0.0.1:${oursTls}`, `https://127.0.0.1:${tls}`],
        ]) {
          const [ours, theirs] = [`${ourBase}${ourPath}`, `${theirBase}${theirPath}`];
          // The first visit fills the cache.
          await visitOnce(browser, theirs);
          const visits: [Visit[], Visit[]] = [[], []];
          for (let round = 0; round < ROUNDS; round++) {
            visits[0].push(await visitOnce(browser, ours));
            visits[1].push(await visitOnce(browser, theirs));
          }
          const medians = (key: keyof Visit) =>
            visits.map((some) => median(some.map((one) => one[key]))) as [number, number];
          const [paint, limit] = medians('largestPaintMs');
          const [value, bytes] = medians('kilobytes');
          rows.push(
            {
              what: `${what}, ${protocol}: largest paint`,
              value: paint,
              unit: 'ms',
              limit,
              of: 'WordPress',
              goal: '< 1',
            },
            {
              what: `${what}, ${protocol}: until idle`,
              value,
              unit: 'kB',
              limit: bytes,
              of: 'WordPress',
              goal: '< 1',
            },
          );
          onProgress(`${what}, ${protocol}: ${paint.toFixed(0)} ms, WordPress ${limit.toFixed(0)}`);
        }
      }
      return rows;
    } finally {
      await browser.close();
      peer.kill();
      await once(peer, 'exit');
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Section;

/** Headings and paragraphs of a page of ours, as somebody would paste them into another system. */
function wordsOf(html: string): string {
  const main = /<main.*?<\/main>/s.exec(html)?.[0] ?? '';
  return [...main.matchAll(/<(h[1-3]|p)\b[^>]*>(.*?)<\/\1>/gs)]
    .map(([, tag, content]) => `<${tag}>${(content ?? '').replaceAll(/<[^>]+>/g, '')}</${tag}>`)
    .join('\n');
}
