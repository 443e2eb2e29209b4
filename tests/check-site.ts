/**
 * `npm run check:site`: looks at every page of this very content and code with what a program can see
 * of accessibility, keeps what it found, and publishes anew, so that the statement says it. Problems
 * are printed, and end it with status 1.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { hashInputs, publishRelease } from '../publish/publish-release.ts';
import { siteChecksFile } from '../publish/site-checks.ts';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import type { SiteCheck } from '../site/sections/accessibility/site-checks.ts';
import {
  addStyle,
  breaches,
  focusProblems,
  hiddenTexts,
  LARGE_TEXT,
  sidewaysScroll,
  smallTargets,
  textPastTheEdge,
} from './support/accessibility.ts';
import { startSiteServer } from './support/site-server.ts';

interface Look {
  options: BrowserContextOptions;
  /** @returns what is wrong there */
  look: (page: Page) => Promise<string[]>;
}

const PHONE = { viewport: { width: 360, height: 740 } };
const DESK = { viewport: { width: 1281, height: 800 } };

/** Each in every window that is named. */
const LOOKS: Partial<Record<SiteCheck, Look[]>> = {
  rules: [
    { options: PHONE, look: breaches },
    { options: DESK, look: breaches },
  ],
  forcedColors: [{ options: { ...DESK, forcedColors: 'active' }, look: breaches }],
  reflow: [320, 767, 1281].map((width) => ({
    options: { viewport: { width, height: 256 } },
    look: async (page) => {
      const beyond = await sidewaysScroll(page);
      return beyond > 0 ? [`${beyond} px wider than its window`] : [];
    },
  })),
  largeText: [
    {
      options: PHONE,
      look: async (page) => {
        await addStyle(page, LARGE_TEXT);
        return textPastTheEdge(page);
      },
    },
  ],
  keyboard: [
    { options: PHONE, look: focusProblems },
    { options: DESK, look: focusProblems },
  ],
  targets: [{ options: PHONE, look: smallTargets }],
  withoutScript: [
    {
      options: { ...PHONE, javaScriptEnabled: false },
      look: (page) => hiddenTexts(page, 'main :is(h1, h2, h3)'),
    },
  ],
};

process.chdir(resolve(import.meta.dirname, '..'));
const publishing = {
  contentDir: 'content',
  distDir: 'dist',
  cacheDir: '.cache',
  onlyIfChanged: true,
};
const inputs = await hashInputs(publishing.contentDir);
const id = await publishRelease(publishing);
const release = JSON.parse(await readFile(join('dist/releases', id, 'release.json'), 'utf8'));
const paths: string[] = release.pages.map(({ path }: { path: string }) => path);

const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath && { executablePath }),
});
const server = await startSiteServer({ siteDir: 'dist' });
const found: Partial<Record<SiteCheck, number>> = {};
try {
  for (const [check, looks] of Object.entries(LOOKS) as [SiteCheck, Look[]][]) {
    const problems = await lookAt(browser, server.url, looks);
    found[check] = problems.length;
    console.log(`${problems.length === 0 ? 'ok ' : 'NOT'} ${check}: ${problems.length} found`);
    for (const problem of problems) console.log(`      ${problem}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
const file = siteChecksFile(publishing.cacheDir, inputs);
await mkdir(dirname(file), { recursive: true });
const day = new Date().toISOString().slice(0, 10);
await writeFile(file, JSON.stringify({ day, pages: paths, found }));
await publishRelease(publishing);
console.log(`Published with what was found on ${paths.length} pages.`);
if (Object.values(found).some((count) => count > 0)) process.exitCode = 1;

async function lookAt(where: Browser, url: string, looks: Look[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { options, look } of looks) {
    const context = await where.newContext({ ...options, locale: release.locale });
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(url + path);
      if (options.javaScriptEnabled !== false) {
        await page.locator('html[data-started]').waitFor({ state: 'attached' });
      }
      const width = options.viewport?.width;
      problems.push(...(await look(page)).map((problem) => `${path} at ${width} px: ${problem}`));
    }
    await context.close();
  }
  return problems;
}
