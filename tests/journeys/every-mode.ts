import type { Page } from '@playwright/test';
import { cellOf, SEED } from '../soak.ts';
import { breaches, sidewaysScroll, smallTargets } from '../support/accessibility.ts';
import { expect, test } from '../support/browser-test.ts';

/*
 * Accessibility rules at every width and in every mode. Each state is checked at every width and in
 * every mode, but with slow axe in only one combination, which rotates between states.
 * `large-text.spec.ts` tests large text.
 */

const WIDTHS = [320, 767, 1281, 1920];

/** The visitor's system preferences. */
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
 * Checks the open page against the rules. Leaves reduced motion on and forced colours off.
 *
 * @param index of this state; determines its first mode
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

/** Every width once, with modes that rotate between states. */
function pairsOf(widths: number[], index: number): Pair[] {
  const modes = Object.keys(MODES);
  const pairOf = (width: number, mode: string, isLookedAt = true) => ({ width, mode, isLookedAt });
  return widths.map((width, nth) => {
    // Two successive states share a width, so that each width gets two modes.
    const isLookedAt = nth === ((index >> 1) + SEED) % widths.length;
    return pairOf(width, cellOf(modes, nth + index), isLookedAt);
  });
}
