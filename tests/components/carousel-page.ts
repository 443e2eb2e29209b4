import type { Locator, Page } from '@playwright/test';
import { fillIn } from '../../release/text.ts';
import { expect } from '../support/browser/browser-test.ts';
import { effectsHaveRun } from '../support/browser/stopped-clock.ts';
import {
  content,
  messages,
  pagesThatBeginWith,
  sectionOf,
} from '../support/content/fixture-site.ts';

const { carousel } = messages;

/** The page whose hero has the most photos, and its hero section. */
export const heroPage = pagesThatBeginWith('hero').toSorted(
  (a, b) => sectionOf(b, 'hero').photos.length - sectionOf(a, 'hero').photos.length,
)[0] as (typeof content.pages)[number];
export const heroSection = sectionOf(heroPage, 'hero');
/** The number of photos of that hero. */
export const heroCount = heroSection.photos.length;
export const heroIntervalMs = heroSection.intervalSeconds * 1000;

export const hero = (page: Page) => page.locator('[data-variant="hero"]').first();
export const gallery = (page: Page) => page.locator('[data-variant="gallery"]').first();
export const dialog = (page: Page) => page.getByRole('dialog', { name: carousel.dialog });

export const next = (within: Locator) => within.getByRole('button', { name: carousel.next });
export const previous = (within: Locator) =>
  within.getByRole('button', { name: carousel.previous });
export const pause = (within: Locator) => within.getByRole('button', { name: carousel.pause });
export const play = (within: Locator) => within.getByRole('button', { name: carousel.play });
export const enlarge = (within: Locator) => within.getByRole('button', { name: carousel.enlarge });
export const indicator = (within: Locator, index: number) =>
  within.getByRole('button', { name: fillIn(carousel.goTo, { index }), exact: true });

/** The label of a photo: 'Foto 2 van 5'. */
export function positionLabel(index: number, count: number): string {
  return fillIn(carousel.position, { index, count });
}

/** The alternative text of a photo of {@link heroSection}, counted from 1. */
export function heroAlt(number: number): string {
  return content.photos[photoName(number)]?.alt ?? '';
}

function photoName(number: number): string {
  return heroSection.photos[number - 1] ?? '';
}

export const shownSlide = (within: Locator) => within.locator('[data-role="shown"]');

export async function expectShown(within: Locator, index: number, count: number) {
  const page = within.page();
  await effectsHaveRun(page);
  await expect(shownSlide(within)).toHaveAttribute('aria-label', positionLabel(index, count));
  await effectsHaveRun(page);
}

/** Expects that this photo is shown and that no other is being loaded. */
export async function expectAtRest(within: Locator, index: number, count: number) {
  await expectShown(within, index, count);
  await expect(within.locator('[data-role]')).toHaveCount(1);
  await expectShown(within, index, count);
}

/** Moves the pointer away from all carousels, which pause under it. */
export async function restPointerElsewhere(page: Page) {
  await page.mouse.move(5, page.viewportSize()?.height ?? 0);
}

/** The URL pattern of the files of a photo of {@link heroSection}. */
export const heroPhotoUrl = (number: number) => `**/photos/${photoName(number)}-*`;

/** The names of the requested photos. The set grows as requests are made. */
export function photoRequests(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const name = /\/photos\/(.+)-[0-9a-f]{8}-/.exec(request.url())?.[1];
    if (name) names.add(name);
  });
  return names;
}

interface Point {
  x: number;
  y: number;
}

export async function swipe(page: Page, from: Point, to: Point) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  const steps = 8;
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    await touch('touchMove', {
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    });
  }
  await touch('touchEnd');
  await session.detach();
}
