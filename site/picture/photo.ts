import type { PhotoPreload } from '../document.ts';

/**
 * A photo as the build prepared it (`publish/photos/`). The site derives every file name from it:
 * `${base}-${crop}-${width}.${format}`, all of them below `dist/public/photos/`.
 */
export interface Photo {
  /** Name of the original without its ending: 'champagne'. Also selects its rule in the style sheet. */
  id: string;
  /** What the picture shows, in Dutch. */
  alt: string;
  /** '/photos/champagne-3fa9c1d2'; the hash changes with the original and with the encoding. */
  base: string;
  /** The whole picture. */
  full: PhotoCrop;
  /** Upright crop around the focal point, for a phone; only of what stands upright there. */
  tall?: PhotoCrop;
  /** Where no rule among the page's styles says it: the list of a carousel. */
  placeholder?: PhotoPlaceholder;
}

/** What stands for a photo until it is there, and the point of each crop that stays in sight. */
export interface PhotoPlaceholder {
  /** As CSS writes it: '#c9b79a'. */
  color: string;
  /** In percent from the left and from the top. */
  focus: [number, number];
  tallFocus: [number, number];
  /** Of a hero's photo: how dark each crop is made behind the bar and the text, 0 to 1. */
  shades?: Record<PhotoCropName, { bar: number; words: number }>;
}

export interface PhotoCrop {
  /** Size of the largest variant in pixels: the aspect ratio of all of them. */
  width: number;
  height: number;
  /** Widths of the AVIFs, in pixels, ascending. */
  widths: number[];
  /** Width of the JPEG, the one file for browsers that do not know AVIF. */
  fallbackWidth: number;
}

/** The custom properties that `styles/base.css` reads, for the photo and what it lies in. */
export function placeholderProperties(
  photo: Photo | undefined,
): Record<string, string | number> | undefined {
  if (!photo?.placeholder) return undefined;
  const { color, focus, tallFocus, shades } = photo.placeholder;
  const point = ([x, y]: [number, number]) => `${x}% ${y}%`;
  return {
    '--photo-color': color,
    '--photo-focus': point(focus),
    '--photo-tall-focus': point(tallFocus),
    ...(shades && {
      '--photo-bar-shade': shades.full.bar,
      '--photo-words-shade': shades.full.words,
      '--photo-tall-bar-shade': shades.tall.bar,
    }),
  };
}

export type PhotoFormat = 'avif' | 'jpeg';
export type PhotoCropName = 'full' | 'tall';

/**
 * Where a hero shows the tall crop: a phone held upright. By width and orientation, not by aspect
 * ratio: a phone's address bar coming and going must not change the picture while it is looked at.
 */
export const TALL_MEDIA = '(max-width: 575.98px) and (orientation: portrait)';

/** Height of a hero's photo (`Hero.module.css`): on a phone, and above the line of promises elsewhere. */
const HERO_PHONE_VH = 54;
const PROMISES_PX = 88;

export function photoUrl(photo: Photo, crop: PhotoCropName, width: number, format: PhotoFormat) {
  return `${photo.base}-${crop}-${width}.${format}`;
}

/** Every AVIF of a crop, as `srcset` wants it; empty for a crop the photo lacks. */
export function photoSrcSet(photo: Photo, crop: PhotoCropName): string {
  const widths = photo[crop]?.widths ?? [];
  return widths.map((width) => `${photoUrl(photo, crop, width, 'avif')} ${width}w`).join(', ');
}

/**
 * The `sizes` of a whole photo that covers a hero: in a window narrower than the photo's shape the
 * photo is wider than the window, and its sides are cut off.
 */
export function heroSizes({ full }: Photo): string {
  const wide = (height: number) => Math.ceil((height * full.width) / full.height);
  const onPhone = `max(100vw, ${wide(HERO_PHONE_VH)}vh)`;
  return `(max-width: 766.98px) ${onPhone}, max(100vw, ${wide(100)}vh - ${wide(PROMISES_PX)}px)`;
}

/** The frame of a gallery from 992 px on. */
export interface GalleryFrame {
  /** Width : height. */
  shape: number;
  /** In percent of the window: the frame is then cut, and keeps its width. Default: no limit. */
  maxHeightVh?: number;
  /** In percent of the window. Default: half of it, beside text. */
  widthVw?: number;
}

/** Below 992 px a gallery is as wide as the window, in this shape. */
const NARROW_GALLERY_SHAPE = 4 / 3;
const NARROW_GALLERY_MEDIA = '(max-width: 991.98px)';

/**
 * The `sizes` of a whole photo that covers the frame of a gallery: a photo wider than the frame's
 * shape is laid out wider than the frame.
 */
export function gallerySizes({ full }: Photo, frame: GalleryFrame): string {
  const covering = (columnVw: number, shape: number) => {
    const cover = Math.max(1, full.width / full.height / shape);
    const byWidth = `${Math.round(columnVw * cover)}vw`;
    if (!frame.maxHeightVh || cover === 1) return byWidth;
    const byHeight = `${Math.round(frame.maxHeightVh * shape * cover)}vh`;
    return `max(${columnVw}vw, min(${byWidth}, ${byHeight}))`;
  };
  const narrow = covering(100, NARROW_GALLERY_SHAPE);
  return `${NARROW_GALLERY_MEDIA} ${narrow}, ${covering(frame.widthVw ?? 50, frame.shape)}`;
}

/** The `sizes` of a whole photo that is shown whole in the window. */
export function wholeSizes({ full }: Photo): string {
  return `min(100vw, ${Math.ceil((100 * full.width) / full.height)}vh)`;
}

/**
 * What the head asks for, so that the first hero picture loads before styles and scripts are read.
 * Each entry names what the hero's `<picture>` chooses in that window. Only AVIF: a browser without
 * it skips the entry by its type, and fetches the picture once it reads the markup.
 */
export function heroPreload(photo: Photo): PhotoPreload[] {
  const type = 'image/avif';
  const full = { imageSrcSet: photoSrcSet(photo, 'full'), imageSizes: heroSizes(photo) };
  if (!photo.tall) return [{ ...full, type }];
  return [
    {
      imageSrcSet: photoSrcSet(photo, 'tall'),
      imageSizes: '100vw',
      type,
      media: TALL_MEDIA,
    },
    { ...full, type, media: `not all and ${TALL_MEDIA}` },
  ];
}
