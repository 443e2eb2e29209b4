/**
 * `npm run bench`: how long the captcha of our own server takes in a real Chromium, from the
 * visitor's first focus in the form to its result, with one, two and four workers; and how many
 * rounds of PBKDF2 a second one worker of this machine does, to compare it with a phone
 * (decision 051).
 *
 * Prints a Markdown table; the latest stands in `bench/captcha.md`. Times vary with the machine:
 * compare rows of one run.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import { formPagesOf } from '../site/page-context.ts';
import { contentOf } from '../tests/support/site.ts';
import { startSiteServer } from '../tests/support/site-server.ts';

const RUNS = 9;
const CORES = [1, 2, 4];
const ROUNDS = 2_000_000;

const { pages } = await contentOf('content');
const formPath = formPagesOf(pages)[0]?.path ?? '/';
const executablePath = await findChromium();
if (!executablePath) throw new Error('No Chromium: run npm test once, it installs one');
const site = await startSiteServer({ siteDir: 'dist' });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  const rows: string[] = [];
  for (const cores of CORES) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await solve(browser, cores));
    const [least, median, most] = [0, RUNS >> 1, RUNS - 1].map(
      (at) => times.toSorted((a, b) => a - b)[at],
    );
    rows.push(`| ${cores} | ${least} | ${median} | ${most} |`);
    console.error(`${cores} workers measured`);
  }
  const table = [
    '| workers | least ms | median ms | most ms |',
    '|--:|--:|--:|--:|',
    ...rows,
    '',
    `This machine has ${availableParallelism()} cores; one worker does ${await roundsASecond(browser)} million rounds a second.`,
  ].join('\n');
  console.log(table);
  await writeFile('bench/captcha.md', `# From first focus to a solved captcha\n\n${table}\n`);
} finally {
  await browser.close();
  await site.stop();
}

/** @returns milliseconds from the first focus to the result, on a device that says it has so many cores */
async function solve(browser: Browser, cores: number): Promise<number> {
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: cores });
  await page.goto(site.url + formPath);
  await page.locator('html[data-started]').waitFor({ state: 'attached' });
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const captcha = document.querySelector('#enquiry-captcha');
        if (!captcha) throw new Error('No captcha on the page');
        new MutationObserver(() => {
          if (captcha.getAttribute('data-state') === 'verified')
            resolve(performance.now() - startedAt);
        }).observe(captcha, { attributes: true });
        document.querySelector<HTMLElement>('#enquiry-name')?.focus();
      }),
  );
  await page.close();
  return Math.round(ms);
}

/** @returns millions of PBKDF2-SHA-256 rounds, with one decimal */
async function roundsASecond(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  await page.goto(site.url + formPath);
  const seconds = await page.evaluate(async (iterations) => {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(32), 'PBKDF2', false, [
      'deriveBits',
    ]);
    const startedAt = performance.now();
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(16), iterations };
    await crypto.subtle.deriveBits(algorithm, key, 256);
    return (performance.now() - startedAt) / 1000;
  }, ROUNDS);
  await page.close();
  return (ROUNDS / 1e6 / seconds).toFixed(1);
}
