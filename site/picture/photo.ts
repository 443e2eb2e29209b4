import type { PhotoPreload } from '../document.ts';

/**
 * A prepared photo (`publish/photos/`). Its files are named `${base}-${crop}-${width}.${format}`.
 */
export interface Photo {
  /**
   * File name of the original without extension: 'champagne'. Also selects its rule in the style
   * sheet.
   */
  id: string;
  /** Alternative text. */
  alt: string;
  /** '/photos/champagne-3fa9c1d2'; the hash changes with the original and with the encoding. */
  base: string;
  /** The uncropped photo. */
  full: PhotoCrop;
  /** Portrait crop around the focal point; only for sections that show it on a phone. */
  tall?: PhotoCrop;
  /** Absent from photos that a document inlines, which have a rule in its styles. */
  placeholder?: PhotoPlaceholder;
}

/** Placeholder colour and focal points of a photo. */
export interface PhotoPlaceholder {
  /** CSS colour: '#c9b79a'. */
  color: string;
  /** In percent from the left and from the top. */
  focus: [number, number];
  /** Only of a photo with a portrait crop. */
  tallFocus?: [number, number];
  /**
   * For a hero: opacity of the dark overlay behind the bar, behind the bar on a phone, and behind
   * the sentence, 0 to 1.
   */
  shades?: Record<'bar' | 'tallBar' | 'words', number>;
}

export interface PhotoCrop {
  /** Size of the largest variant in pixels; all variants have its aspect ratio. */
  width: number;
  height: number;
  /** Widths of the AVIFs, in pixels, ascending. */
  widths: number[];
  /** Width of the JPEG fallback. */
  fallbackWidth: number;
}

/** The custom properties of a photo that `styles/base.css` reads. */
export function placeholderProperties(
  placeholder: PhotoPlaceholder | undefined,
): Record<string, string | number> | undefined {
  if (!placeholder) return undefined;
  const { color, focus, tallFocus, shades } = placeholder;
  const point = ([x, y]: [number, number]) => `${x}% ${y}%`;
  return {
    '--photo-color': color,
    '--photo-focus': point(focus),
    ...(tallFocus && { '--photo-tall-focus': point(tallFocus) }),
    ...(shades && {
      '--photo-bar-shade': shades.bar,
      '--photo-tall-bar-shade': shades.tallBar,
      '--photo-words-shade': shades.words,
    }),
  };
}

type PhotoFormat = 'avif' | 'jpeg';
export type PhotoCropName = 'full' | 'tall';

/**
 * Where a hero shows the tall crop: phones in portrait orientation. Does not use the aspect ratio,
 * because a collapsing address bar would then switch the photo.
 */
export const TALL_MEDIA = '(max-width: 575.98px) and (orientation: portrait)';

/**
 * Height of a hero's photo (`Hero.module.css`): on a phone, and the height of the promises below it
 * elsewhere.
 */
const HERO_PHONE_VH = 54;
const PROMISES_PX = 88;

export function photoUrl(photo: Photo, crop: PhotoCropName, width: number, format: PhotoFormat) {
  return `${photo.base}-${crop}-${width}.${format}`;
}

/** The `srcset` of a crop's AVIFs; empty if the photo lacks the crop. */
export function photoSrcSet(photo: Photo, crop: PhotoCropName): string {
  const widths = photo[crop]?.widths ?? [];
  return widths.map((width) => `${photoUrl(photo, crop, width, 'avif')} ${width}w`).join(', ');
}

/**
 * The `sizes` of an uncropped photo that covers a hero. In a narrow window the photo is wider than
 * the window.
 */
export function heroSizes({ full }: Photo): string {
  const wide = (height: number) => Math.ceil((height * full.width) / full.height);
  const onPhone = `max(100vw, ${wide(HERO_PHONE_VH)}vh)`;
  return `(max-width: 766.98px) ${onPhone}, max(100vw, ${wide(100)}vh - ${wide(PROMISES_PX)}px)`;
}

/** The frame of a gallery from 992 px upwards. */
export interface GalleryFrame {
  /** Width : height. */
  shape: number;
  /** In percent of the window height. Default: no limit. */
  maxHeightVh?: number;
  /** In percent of the window width. Default: 50. */
  widthVw?: number;
}

/** Aspect ratio of a gallery below 992 px, where it is as wide as the window. */
const NARROW_GALLERY_SHAPE = 4 / 3;
const NARROW_GALLERY_MEDIA = '(max-width: 991.98px)';

/** The `sizes` of a photo that covers the frame of a gallery. */
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

/** The `sizes` of a photo that is contained in the window. */
export function wholeSizes({ full }: Photo): string {
  return `min(100vw, ${Math.ceil((100 * full.width) / full.height)}vh)`;
}

/**
 * Preloads of the first hero picture, one per crop, for the file that the `<picture>` will choose.
 * Browsers without AVIF skip them by type.
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
