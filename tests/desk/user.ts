import type { Locator, Page } from '@playwright/test';
import { editedPageOf, expectPublished } from './desk-fixture.ts';

/* A caterer at the desk, whose actions are counted: a tap, a stretch of typing, or a scroll of one
   screen. */

export type User = ReturnType<typeof userOf>;

export function userOf(page: Page, isPhone: boolean) {
  return {
    page,
    isPhone,
    actions: 0,
    /** Taps a target with the thumb, or presses Enter on what has the focus. */
    async tap(target: Locator) {
      await target.waitFor({ state: 'attached', timeout: 15_000 });
      this.actions += (await scrollTo(target)) + 1;
      if (isPhone) return target.tap();
      await target.focus();
      if (!(await isTypedIn(target))) await page.keyboard.press('Enter');
    },
    async type(text: string) {
      this.actions += 1;
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async choose(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      // One action for the button, and one for the photo in the phone's own list.
      this.actions += 2;
      await input.setInputFiles([file]);
    },
    async putOnline() {
      await this.tap(page.getByRole('button', { name: 'Zet online' }));
      await expectPublished(page);
      await page.getByRole('button', { name: 'Melding sluiten' }).click();
    },
  };
}

const isTypedIn = (target: Locator) =>
  target.evaluate(
    (element) =>
      (element as HTMLElement).isContentEditable ||
      element.matches('input:not([type="file"]), textarea'),
  );

/** @returns by how many screens it scrolled: 0 when the middle of the target is in view */
export async function scrollTo(target: Locator): Promise<number> {
  const screens = await target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    if (middle >= 0 && middle <= innerHeight) return 0;
    return Math.ceil(Math.max(bottom - innerHeight, -top) / (0.85 * innerHeight));
  });
  if (screens > 0) await target.scrollIntoViewIfNeeded();
  return screens;
}

/** Opens a page by the site's own menu, which a phone folds away. */
export async function openByMenu(user: User, label: string): Promise<void> {
  const editedPage = editedPageOf(user.page);
  if (user.isPhone) await user.tap(editedPage.getByRole('button', { name: 'Sommaire' }));
  await user.tap(
    editedPage.getByRole('link', { name: label, exact: true }).filter({ visible: true }).first(),
  );
}

export const link = (user: User, name: string | RegExp) => user.page.getByRole('link', { name });
export const button = (user: User, name: string | RegExp) =>
  user.page.getByRole('button', { name }).filter({ visible: true });
export const field = (user: User, id: string) => user.page.locator(`[id="${id}"]`);
