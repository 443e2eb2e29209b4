import type { Size } from './read-original.ts';

/** Aspect ratio (width : height) of the portrait crop. */
export const TALL_ASPECT = 9 / 10;

export interface CropRegion extends Size {
  left: number;
  top: number;
}

/**
 * The largest part of a photo in the shape `aspect` (width : height), centred on the focal point as
 * far as the edges allow.
 *
 * @param focus in percent from the left and from the top
 */
export function cropRegion(photo: Size, aspect: number, focus: [number, number]): CropRegion {
  const width = Math.min(photo.width, Math.round(photo.height * aspect));
  const height = Math.min(photo.height, Math.round(photo.width / aspect));
  return {
    left: placeWindow(photo.width, width, focus[0]),
    top: placeWindow(photo.height, height, focus[1]),
    width,
    height,
  };
}

function placeWindow(length: number, windowLength: number, focusPercent: number): number {
  const ideal = Math.round((length * focusPercent) / 100 - windowLength / 2);
  return Math.min(Math.max(ideal, 0), length - windowLength);
}
