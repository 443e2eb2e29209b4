/**
 * `npm run bench`: what each page costs a visitor on a phone, measured in a real Chromium against
 * the real server: bytes over the wire by kind, largest paint, layout shift, blocking time. The
 * network is slowed to 1.6 Mbit/s and 150 ms, the processor four times (Lighthouse's mobile profile).
 *
 * Prints a Markdown table; the latest stands in `bench/pages.md`. Times vary with the machine:
 * compare rows of one run.
 */
import { writeFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { loadContent } from '../publish/content/load-content.ts';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import { NOT_FOUND_PATH } from '../site/content.ts';
import { startSiteServer } from '../tests/support/site-server.ts';

const RUNS = 3;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const KINDS = ['Document', 'Stylesheet', 'Script', 'Font', 'Image'] as const;

interface Visit {
  bytes: Record<string, number>;
  largestPaintMs: number;
  layoutShift: number;
  blockingMs: number;
}

const { pages } = await loadContent('content');
const executablePath = await findChromium();
if (!executablePath) throw new Error('No Chromium: run npm test once, it installs one');
const site = await startSiteServer({ siteDir: 'dist' });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  const rows: string[] = [];
  for (const { path } of pages) {
    if (path === NOT_FOUND_PATH) continue;
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, site.url + path));
    rows.push(row(path, visits));
    console.error(`${path} measured`);
  }
  const table = [
    `| page | ${KINDS.map((kind) => `${kind.toLowerCase()} kB`).join(' | ')} | sum kB | largest paint ms | layout shift | blocking ms |`,
    `|---|${KINDS.map(() => '--:').join('|')}|--:|--:|--:|--:|`,
    ...rows,
  ].join('\n');
  console.log(table);
  await writeFile(
    'bench/pages.md',
    `# What a page costs\n\nPrinted by \`npm run bench\`: median of ${RUNS} first visits, 412 × 823 at 1.75, network and processor slowed.\nBytes as they crossed the wire within 3 s of the load.\n\n${table}\n`,
  );
} finally {
  await browser.close();
  await site.stop();
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const bytes: Record<string, number> = {};
  const kinds = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(3000);
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
  await context.close();
  return { bytes, ...vitals };
}

type Vitals = Omit<Visit, 'bytes'>;

/** Runs in the page: collects the vitals from their performance entries. */
function observe() {
  const vitals = { largestPaintMs: 0, layoutShift: 0, blockingMs: 0 };
  Object.assign(window, { vitals });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', (entry) => {
    vitals.largestPaintMs = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    vitals.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', (entry) => {
    vitals.blockingMs += Math.max(0, entry.duration - 50);
  });
}

function row(path: string, visits: Visit[]): string {
  const kilobytes = (kind: string) => median(visits.map(({ bytes }) => bytes[kind] ?? 0)) / 1000;
  const all = median(visits.map(({ bytes }) => Object.values(bytes).reduce((a, b) => a + b, 0)));
  return `| ${[
    path,
    ...KINDS.map((kind) => kilobytes(kind).toFixed(1)),
    (all / 1000).toFixed(0),
    median(visits.map((visit) => visit.largestPaintMs)).toFixed(0),
    median(visits.map((visit) => visit.layoutShift)).toFixed(3),
    median(visits.map((visit) => visit.blockingMs)).toFixed(0),
  ].join(' | ')} |`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
