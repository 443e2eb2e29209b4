import type { Page } from '@playwright/test';
import { cellOf, SEED } from '../soak.ts';
import { breaches, sidewaysScroll, smallTargets } from '../support/accessibility.ts';
import { expect, test } from '../support/browser-test.ts';

/*
 * The rules of accessibility at every width and in every mode. Each run has
 * each state at each width and in each mode. One of those pairs it looks at
 * with axe, which takes longer than all the rest: the states take turns at widths and modes. Large text is tried with the browser's own setting
 * (`large-text.spec.ts`).
 */

const WIDTHS = [320, 767, 1281, 1920];

/** How the visitor has set up their system. */
const MODES: Record<string, (page: Page) => Promise<unknown>> = {
  usual: (page) => page.emulateMedia({ reducedMotion: 'no-preference' }),
  'forced colours': (page) => page.emulateMedia({ forcedColors: 'active' }),
  'less motion': async () => {},
  'zoom of 400 %': async (page) => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({
      width: Math.max(320, Math.round(width / 4)),
      height: Math.round(height / 4),
    });
  },
};

/**
 * Holds what is open now to the rules. It ends with less motion, and no colours forced.
 *
 * @param index of this state among all: each begins with another mode
 * @param widths of the window, in CSS pixels
 */
export async function expectOpenInEveryMode(
  page: Page,
  index: number,
  widths: number[] = WIDTHS,
): Promise<void> {
  for (const { width, mode, isLookedAt } of pairsOf(widths, index)) {
    await test.step(`${width} px, ${mode}`, async () => {
      await page.setViewportSize({ width, height: 1024 });
      await MODES[mode]?.(page);
      if (isLookedAt) expect.soft(await breaches(page)).toEqual([]);
      expect.soft(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect.soft(await smallTargets(page)).toEqual([]);
      await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
    });
  }
}

interface Pair {
  width: number;
  mode: string;
  /** With axe. */
  isLookedAt: boolean;
}

/** Every width once, each in another mode than in the state before. */
function pairsOf(widths: number[], index: number): Pair[] {
  const modes = Object.keys(MODES);
  const pairOf = (width: number, mode: string, isLookedAt = true) => ({ width, mode, isLookedAt });
  return widths.map((width, nth) => {
    // Two states in turn have the same width, and so, in time, every width two modes.
    const isLookedAt = nth === ((index >> 1) + SEED) % widths.length;
    return pairOf(width, cellOf(modes, nth + index), isLookedAt);
  });
}
