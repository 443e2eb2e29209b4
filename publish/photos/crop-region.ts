import type { Size } from './read-original.ts';

/** Aspect ratio (width : height) of the tall crop. */
export const TALL_ASPECT = 9 / 10;

/** A point in percent from the left and from the top. */
export type FocalPoint = [x: number, y: number];

export interface CropRegion extends Size {
  left: number;
  top: number;
}

/** The largest part of a photo with an aspect ratio, as close to the focal point as it can be. */
export function cropRegion(photo: Size, aspectRatio: number, [x, y]: FocalPoint): CropRegion {
  const width = Math.min(photo.width, Math.round(photo.height * aspectRatio));
  const height = Math.min(photo.height, Math.round(photo.width / aspectRatio));
  const left = placeWindow(photo.width, width, x);
  const top = placeWindow(photo.height, height, y);
  return { left, top, width, height };
}

function placeWindow(length: number, windowLength: number, focusPercent: number): number {
  const ideal = Math.round((length * focusPercent) / 100 - windowLength / 2);
  return Math.min(Math.max(ideal, 0), length - windowLength);
}
