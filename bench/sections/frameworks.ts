import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tests/free-port.ts';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { buildFrameworks } from '../peers/frameworks.ts';
import { NGINX, startNginx } from '../peers/nginx.ts';
import { openBrowser, type Visit, visitOnce } from '../phone.ts';
import { readPublished } from '../published.ts';
import { median, ROUNDS, type Row, type Section } from '../section.ts';
import { publishOnce } from './build.ts';

export default {
  about: `Ours beside Astro and Next (\`bench/peers/\`) on the same phone, with the same words, photo files and fonts; ${ROUNDS} interleaved first visits whose order rotates, medians. Over HTTP/1.1 ours answers by itself and nginx for the others, over HTTP/2 the same nginx for all. Built for the first time, the photos made before.`,
  async measure(onProgress) {
    if (!existsSync(NGINX)) throw new Error(`not measured, ${NGINX} is missing`);
    const published = await readPublished();
    const { release } = published;
    const folder = await mkdtemp(join(tmpdir(), 'bench-frameworks-'));
    const browser = await openBrowser();
    const server = await startSiteServer({ siteDir: 'dist' });
    let stopNginx = async () => {};
    try {
      const peers = await buildFrameworks(folder, published, browser, onProgress);
      const ourSeconds = await publishOurs();
      onProgress(`ours built in ${ourSeconds.toFixed(1)} s`);
      const rows: Row[] = peers.map(({ name, seconds }) => ({
        what: 'built, cold',
        value: ourSeconds,
        unit: 's',
        limit: seconds,
        of: name,
        goal: '–',
      }));

      const ours = { serverPort: Number(new URL(server.url).port), tlsPort: await freePort() };
      const theirs = await Promise.all(
        peers.map(async ({ root }) => ({
          root,
          port: await freePort(),
          tlsPort: await freePort(),
        })),
      );
      const origins = [ours, ...theirs];
      stopNginx = await startNginx(join(folder, 'nginx'), origins);
      const plain = [server.url, ...theirs.map(({ port }) => `http://127.0.0.1:${port}`)];
      const tls = origins.map(({ tlsPort }) => `https://127.0.0.1:${tlsPort}`);

      const home = release.redirects.find(({ from }) => from === '/')?.to ?? '';
      for (const [what, path] of [
        ['home', home],
        ['contact', release.captcha.pagePaths[0] ?? ''],
      ]) {
        for (const [protocol, bases] of [
          ['HTTP/1.1', plain],
          ['HTTP/2', tls],
        ] as const) {
          const visits = bases.map((): Visit[] => []);
          for (let round = 0; round < ROUNDS; round++) {
            for (let turn = 0; turn < bases.length; turn++) {
              const index = (round + turn) % bases.length;
              visits[index]?.push(await visitOnce(browser, `${bases[index]}${path}`));
            }
          }
          const medians = (key: keyof Visit) =>
            visits.map((some) => median(some.map((one) => one[key])));
          for (const [measured, key, unit] of [
            ['largest paint', 'largestPaintMs', 'ms'],
            ['until idle', 'kilobytes', 'kB'],
          ] as const) {
            const [value = Number.NaN, ...limits] = medians(key);
            for (const [index, limit] of limits.entries()) {
              const of = peers[index]?.name ?? '';
              const name = `${what}, ${protocol}: ${measured}`;
              rows.push({ what: name, value, unit, limit, of, goal: '< 1' });
            }
            onProgress(
              `${what}, ${protocol}: ${measured} ${[value, ...limits].map((one) => one.toFixed(0)).join(', ')} ${unit}`,
            );
          }
        }
      }
      return rows;
    } finally {
      await browser.close();
      await stopNginx();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Section;

/** Seconds of publishing with nothing in the cache but photos. */
async function publishOurs(): Promise<number> {
  // Within the project: what is bundled imports its packages.
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp(join('.cache', 'bench-'));
  try {
    await cp('content', join(folder, 'content'), { recursive: true });
    await cp('.cache/photos', join(folder, 'cache/photos'), { recursive: true });
    return (await publishOnce(folder)).seconds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
