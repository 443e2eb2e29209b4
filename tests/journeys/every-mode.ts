import type { Page } from '@playwright/test';
import { cellOf, SEED } from '../runner/soak.ts';
import { sidewaysScroll, smallTargets, violations } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/browser/browser-test.ts';

const WIDTHS = [320, 767, 1281, 1920];

/** The visitor's system preferences. */
const MODES: Record<string, (page: Page) => Promise<unknown>> = {
  usual: (page) => page.emulateMedia({ reducedMotion: 'no-preference' }),
  'forced colours': (page) => page.emulateMedia({ forcedColors: 'active' }),
  'reduced motion': async () => {},
  'zoom of 400 %': async (page) => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({
      width: Math.max(320, Math.round(width / 4)),
      height: Math.round(height / 4),
    });
  },
};

/**
 * Checks the accessibility of a state of the open page at every width. Each width uses another
 * mode, and only one width runs axe, which is slow; modes and that width rotate between states.
 * Afterwards reduced motion is on and forced colours are off. `large-text.spec.ts` tests large
 * text.
 *
 * @param index the number of this state
 * @param widths widths of the window, in CSS pixels
 */
export async function expectAccessibleInModes(
  page: Page,
  index: number,
  widths: number[] = WIDTHS,
): Promise<void> {
  for (const [nth, width] of widths.entries()) {
    const mode = cellOf(Object.keys(MODES), nth + index);
    await test.step(`${width} px, ${mode}`, async () => {
      await page.setViewportSize({ width, height: 1024 });
      await MODES[mode]?.(page);
      // Two successive states share a width, so that each width gets two modes.
      const hasAxe = nth === ((index >> 1) + SEED) % widths.length;
      // Behind a modal dialog the page is inert, which axe does not know.
      const part = (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : ':root';
      if (hasAxe) expect.soft(await violations(page, part)).toEqual([]);
      expect.soft(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect.soft(await smallTargets(page)).toEqual([]);
      await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
    });
  }
}
