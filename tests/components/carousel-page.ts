import type { Page } from '@playwright/test';
import { messages } from './examples.ts';

const { carousel } = messages;

export const next = (page: Page) => page.getByRole('button', { name: carousel.next });
export const previous = (page: Page) => page.getByRole('button', { name: carousel.previous });
export const pause = (page: Page) => page.getByRole('button', { name: carousel.pause });
export const play = (page: Page) => page.getByRole('button', { name: carousel.play });

/** Away from the hero, which pauses under the pointer. */
export async function restPointerElsewhere(page: Page) {
  await page.mouse.move(5, page.viewportSize()?.height ?? 0);
}

/** Lets the picture wait until the returned function is called. */
export async function holdPicture(page: Page, number: number): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/photos/foto-${number}-*`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
