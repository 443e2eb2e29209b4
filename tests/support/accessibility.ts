import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type Axe from 'axe-core';

/*
 * What a program can see of a page's accessibility: the tests hold their caterer's pages to it, and
 * `npm run check:site` looks at the site's own. Each finds problems, in words that lead to them.
 */

/** WCAG 1.4.4, as a browser does it that enlarges text alone. */
export const LARGE_TEXT = 'html { font-size: 200% }';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules' own script, which runs in the page. Its Playwright package injects it again for each check. */
const AXE_SCRIPT = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * What breaks the rules of WCAG 2.2 AA, or good practice: each rule, and where. A document in a frame is a
 * page of its own, looked at by itself.
 *
 * @param part a selector: of a document looked at before, what has changed since
 */
export async function breaches(page: Page | Frame, part = ':root'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SCRIPT);
  return page.evaluate(
    async ([tags, include]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // There the system lays its own ground behind every word, which styles do not tell of.
      const isForced = matchMedia('(forced-colors: active)').matches;
      const { violations } = await axe.run(
        { include, exclude: ['iframe'] },
        {
          runOnly: tags,
          rules: { 'color-contrast': { enabled: !isForced } },
          resultTypes: ['violations'],
        },
      );
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [RULES, part] as const,
  );
}

/** By how much a page is wider than its window, in pixels (WCAG 1.4.10). */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Texts that reach beyond the window's right edge. */
export function textPastTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, li, a, label, button, legend')]
      .filter(
        (element) => element.checkVisibility() && !element.closest('.skip-link, .visually-hidden'),
      )
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.textContent),
  );
}

/** Texts that the page holds and does not show. */
export function hiddenTexts(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (which) =>
      [...document.querySelectorAll(which)]
        .filter((element) => !element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.textContent),
    selector,
  );
}

/**
 * Controls too small to hit (WCAG 2.5.8: 24 px each way, but for links within a sentence), and those of
 * the navigation, the form and the carousels below the 44 px that the design asks for.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MAIN = 'nav a, main button, form :is(input, select, textarea), header button';
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
      .filter((element) => !element.matches('.skip-link') && !isInSentence(element))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const least = element.matches(MAIN) ? 44 : 24;
        // Fractions of a pixel are the browser's.
        if (Math.min(width, height) >= least - 0.5) return [];
        return [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 90)}`];
      });
  });
}

/** Most stops of the Tab key on one page. */
const MAX_STOPS = 150;

/**
 * Goes through a page by the Tab key, from its start to its end: every stop must be seen, wear a ring
 * (WCAG 2.4.7), and not lie wholly below something else (2.4.11).
 */
export async function focusProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    (document.activeElement as HTMLElement | null)?.blur();
    // From its start, wherever one was.
    getSelection()?.collapse(document.body, 0);
  });
  let stops = 0;
  for (; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return 'end';
      const name = element.outerHTML.slice(0, 90);
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) === 0)
        return `no ring: ${name}`;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isHit = [0.1, 0.5, 0.9].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const x = left + (right - left) * across;
          const y = top + (bottom - top) * down;
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (element.contains(hit) || hit.contains(element));
        }),
      );
      return isHit ? undefined : `not seen: ${name}`;
    });
    if (seen === 'end') break;
    if (seen) problems.push(seen);
  }
  if (stops === 0) problems.push('no stop at all');
  if (stops === MAX_STOPS) problems.push(`no end after ${MAX_STOPS} stops`);
  return problems;
}

/** Puts styles of the test's own in the place of the last ones. */
export async function addStyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}
