import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newReleaseId, releaseDir } from '../../publish/releases.ts';
import { openStore } from '../../server/store/open-store.ts';
import { count } from '../soak.ts';
import { startSiteServer } from '../support/site-server.ts';
import { page, publishTestRelease, TEST_FILES, TEST_RELEASE } from '../test-release.ts';
import { faultTimeoutMs } from './fault-report.ts';
import { FAULT_SETTINGS, sendUntilGone } from './post-enquiry.ts';

/** SIGKILL to the server while it moves over to a new release, and visitors look and send. */

const KILLS = count(1);
/** Switches that are timed first, the last beside an earlier release: kills fall into twice that time. One kill goes by a guess. */
const TIMED = count(1);
const GUESSED_MS = 400;
/** Files that it has to hash; they make the move last. */
const OWN_FILES = Object.fromEntries(
  Array.from({ length: count(300) }, (_, index) => [`files/${index}.txt`, `Bestand ${index}`]),
);

const result = { before: 0, after: 0, pages: 0, acknowledged: 0 };

it('serves only whole releases, the last one after the next start, and keeps what was sent', {
  timeout: faultTimeoutMs(TIMED + KILLS, 60_000),
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kill-in-release-switch-'));
  const dataDir = join(folder, 'data');
  const siteDir = join(folder, 'dist');
  const env = { ...FAULT_SETTINGS, LOG_LEVEL: 'info' };
  const acknowledged = new Set<string>();
  const editions = [await publishEdition(siteDir, 0)];
  let switchMs = GUESSED_MS;
  for (let edition = 1; edition <= TIMED + KILLS; edition += 1) {
    const server = await startSiteServer({ siteDir, dataDir, env });
    expect(await editionOf(server.url)).toBe(edition - 1);
    const visitors = [
      lookUntilGone(server.url, [edition - 1, edition]),
      sendUntilGone(server.url, acknowledged, () => {}),
    ];
    const id = await publishEdition(siteDir, edition);
    const hasMoved = () => server.output().includes(id);
    const publishedAtMs = performance.now();
    if (edition <= TIMED) {
      while (!hasMoved()) await sleep(5);
      switchMs = performance.now() - publishedAtMs;
    } else await sleep(Math.random() * 2 * switchMs);
    await server.kill();
    await Promise.all(visitors);
    if (edition > TIMED) result[hasMoved() ? 'after' : 'before'] += 1;

    editions.push(id);
    const [older] = editions.splice(0, editions.length - 2);
    if (older) await rm(releaseDir(siteDir, older), { recursive: true });
  }
  const last = await startSiteServer({ siteDir, dataDir, env });
  expect(await editionOf(last.url)).toBe(TIMED + KILLS);
  await last.stop();
  if (KILLS >= 20) expect(Math.min(result.before, result.after)).toBeGreaterThan(0);

  const store = await openStore({ dataDir, databaseUrl: '' });
  const lost = [];
  for (const id of acknowledged) if (!(await store.findSubmission(id))) lost.push(id);
  expect(lost).toEqual([]);
  expect((await store.countMails()).failed).toBe(0);
  await store.close();
  result.acknowledged = acknowledged.size;
  await rm(folder, { recursive: true });
});

/** @returns the id of the release */
async function publishEdition(siteDir: string, edition: number): Promise<string> {
  const id = newReleaseId(new Date(), 'cafe0000');
  await publishTestRelease(
    siteDir,
    { ...TEST_RELEASE, id },
    {
      ...TEST_FILES,
      ...OWN_FILES,
      'home.html': page(`Uitgave ${edition}.`),
      [`assets/edition-${edition}.js`]: scriptOf(edition),
    },
  );
  return id;
}

const scriptOf = (edition: number) => `console.log("Uitgave ${edition}");`.repeat(100);

/** Looks at the page and then at the script it needs; both must be of one release. */
async function editionOf(siteUrl: string): Promise<number> {
  const home = await fetch(`${siteUrl}/home`);
  const edition = Number(/<title>Uitgave (\d+)\./.exec(await home.text())?.[1]);
  expect(home.status).toBe(200);
  const script = await fetch(`${siteUrl}/assets/edition-${edition}.js`);
  const text = await script.text();
  expect(script.status).toBe(200);
  expect(text).toBe(scriptOf(edition));
  return edition;
}

async function lookUntilGone(siteUrl: string, editions: number[]): Promise<void> {
  let latest = 0;
  for (;;) {
    let edition: number;
    try {
      edition = await editionOf(siteUrl);
    } catch (error) {
      // How Node's fetch says that the connection was refused, or broke.
      if (error instanceof TypeError) return;
      throw error;
    }
    expect(editions).toContain(edition);
    expect(edition).toBeGreaterThanOrEqual(latest);
    latest = edition;
    result.pages += 1;
    await sleep(10);
  }
}
