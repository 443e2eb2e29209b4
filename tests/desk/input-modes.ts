import type { Locator, Page } from '@playwright/test';
import { expect, test } from './desk-fixture.ts';

export const INPUT_MODES = [
  { name: 'by thumb', size: { width: 390, height: 844 }, isPhone: true },
  { name: 'by keyboard', size: { width: 1280, height: 720 }, isPhone: false },
];

interface InputMode {
  isPhone: boolean;
  /** Taps a control, or goes to it and presses Enter. */
  press(control: Locator): Promise<void>;
}

/** Declares the tests twice: on a phone by thumb, and at a computer by keyboard. */
export function forEachInputMode(declare: (mode: InputMode) => void): void {
  for (const { name, size, isPhone } of INPUT_MODES) {
    test.describe(name, () => {
      test.use({ viewport: size, hasTouch: isPhone });
      declare({ isPhone, press: isPhone ? (control) => control.tap() : pressEnter });
    });
  }
}

/** A button in sight, whose row may be on a hidden screen as well. */
export const visibleButton = (page: Page, label: string | RegExp): Locator =>
  page.getByRole('button', { name: label }).filter({ visible: true });

async function pressEnter(control: Locator): Promise<void> {
  // A script can focus elements that the Tab key does not reach, so the tab order is checked first.
  await expect(control).toHaveJSProperty('tabIndex', 0);
  await control.press('Enter');
}
