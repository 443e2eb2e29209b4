import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type Axe from 'axe-core';

/* Accessibility checks. Each returns the problems it found as text. */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** axe is injected once per page; its Playwright package would inject it for each check. */
const AXE_SCRIPT = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Violations of WCAG 2.2 AA and of best practices. Does not check documents in frames.
 *
 * @param part selector of the part of the page to check
 */
export async function violations(page: Page | Frame, part = ':root'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SCRIPT);
  return page.evaluate(
    async ([tags, include]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // In forced colours the system draws a background behind text that styles do not show.
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

/** Texts that extend beyond the window's left or right edge. */
export function textOutside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, li, a, label, button, legend')]
      .filter(
        (element) => element.checkVisibility() && !element.closest('.skip-link, .visually-hidden'),
      )
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1;
      })
      .map((element) => element.textContent),
  );
}

/** Texts of the selected elements that are not visible. */
export function hiddenTexts(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (which) =>
      [...document.querySelectorAll(which)]
        .filter((element) => !element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.textContent)
        .filter((text) => text !== ''),
    selector,
  );
}

/**
 * Controls below 24 px each way (WCAG 2.5.8; links in a sentence are exempt), and controls of the
 * navigation, the form and the carousels below 44 px.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LARGE = 'nav a, main button, form :is(input, select, textarea), header button';
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
        const minimum = element.matches(LARGE) ? 44 : 24;
        // Layout rounds to fractions of a pixel.
        if (Math.min(width, height) >= minimum - 0.5) return [];
        return [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 90)}`];
      });
  });
}

/** Maximum number of Tab stops of a page. */
const MAX_STOPS = 150;

/**
 * Visits a page with the Tab key. Each stop must be visible, have a focus ring (WCAG 2.4.7) and not
 * be entirely covered (2.4.11).
 */
export async function focusProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    (document.activeElement as HTMLElement | null)?.blur();
    // Tab continues from the selection.
    getSelection()?.collapse(document.body, 0);
  });
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return 'end';
      const name = element.outerHTML.slice(0, 90);
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      if (!hasRing) return `no ring: ${name}`;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isVisible = [0.1, 0.5, 0.9].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const hit = document.elementFromPoint(left + width * across, top + height * down);
          return hit !== null && (element.contains(hit) || hit.contains(element));
        }),
      );
      return isVisible ? undefined : `not visible: ${name}`;
    });
    if (problem === 'end') return stops === 0 ? ['no stop at all'] : problems;
    if (problem) problems.push(problem);
  }
  return [...problems, `no end after ${MAX_STOPS} stops`];
}

/** Replaces the styles that the last call added. */
export async function addStyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}
