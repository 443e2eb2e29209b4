/**
 * A photo as the build prepared it (`build/photos/`). The site derives every file name from it:
 * `${base}-${crop}-${width}.${format}`, all of them below `dist/public/photos/`.
 */
export interface Photo {
  /** Name of the original without its ending: 'champagne'. Also selects its placeholder colour. */
  id: string;
  /** What the picture shows, in Dutch. */
  alt: string;
  /** '/photos/champagne-3fa9c1d2'; the hash changes with the original and with the encoding. */
  base: string;
  /** The whole picture. */
  full: PhotoCrop;
  /** Upright crop around the focal point, for a phone's tall hero; only for hero photos. */
  tall?: PhotoCrop;
}

export interface PhotoCrop {
  /** Size of the largest variant in pixels: the aspect ratio of all of them. */
  width: number;
  height: number;
  /** Widths that exist in every format, in pixels, ascending. */
  widths: number[];
}

/** Newest first: the browser takes the first it knows. JPEG is the fallback of the `<img>`. */
export const PHOTO_FORMATS = ['avif', 'webp', 'jpeg'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];
export type PhotoCropName = 'full' | 'tall';

export function photoUrl(photo: Photo, crop: PhotoCropName, width: number, format: PhotoFormat) {
  return `${photo.base}-${crop}-${width}.${format}`;
}
