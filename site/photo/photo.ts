/** A photo with files named `${base}-${crop}-${width}.${format}`. */
export interface Photo {
  /** File name of the original without extension: 'champagne'. */
  id: string;
  alt: string;
  /** '/photos/champagne-3fa9c1d2' */
  base: string;
  /** The uncropped photo. */
  full: PhotoCrop;
  /** The portrait crop, for sections that show it on a phone. */
  tall?: PhotoCrop;
  /** The placeholder is absent if the document's styles have a rule for the photo. */
  placeholder?: PhotoPlaceholder;
}

export interface PhotoPlaceholder {
  /** A CSS colour: '#c9b79a'. */
  color: string;
  /** The focal point in percent from the left and from the top. */
  focus: [number, number];
  /** Only a photo with a tall crop has this focal point. */
  tallFocus?: [number, number];
  /** For a hero: the opacity of the overlay behind the bar and behind the sentence, 0 to 1. */
  shades?: Record<'bar' | 'tallBar' | 'text', number>;
}

export interface PhotoCrop {
  /** Size of the largest variant in pixels; all variants have its aspect ratio. */
  width: number;
  height: number;
  /** Widths of the AVIFs, in pixels, ascending. */
  widths: number[];
  fallbackWidth: number;
}

/** The custom properties of a photo that `site/styles/base.css` reads. */
export function placeholderProperties(
  placeholder: PhotoPlaceholder | undefined,
): Record<string, string | number> | undefined {
  if (!placeholder) return undefined;
  const { color, focus, tallFocus, shades } = placeholder;
  const point = ([x, y]: [number, number]) => `${x}% ${y}%`;
  const properties: Record<string, string | number> = {
    '--photo-color': color,
    '--photo-focus': point(focus),
  };
  if (tallFocus) properties['--photo-tall-focus'] = point(tallFocus);
  if (shades) {
    properties['--photo-bar-shade'] = shades.bar;
    properties['--photo-tall-bar-shade'] = shades.tallBar;
    properties['--photo-text-shade'] = shades.text;
  }
  return properties;
}

type PhotoFormat = 'avif' | 'jpeg';
export type PhotoCropName = 'full' | 'tall';

/**
 * The media query for the tall crop. It does not use the aspect ratio, which changes when a phone's
 * address bar collapses.
 */
export const TALL_MEDIA = '(max-width: 575.98px) and (orientation: portrait)';

/**
 * The height of a hero's photo on a phone, and on larger screens that of the promises below it
 * (`site/styles/tokens.css`).
 */
const HERO_PHONE_VH = 58;
const PROMISES_PX = { tablet: 120, desktop: 88 };

export function photoUrl(photo: Photo, crop: PhotoCropName, width: number, format: PhotoFormat) {
  return `${photo.base}-${crop}-${width}.${format}`;
}

/** The `srcset` of a crop's AVIFs; empty if the photo lacks the crop. */
export function photoSrcSet(photo: Photo, crop: PhotoCropName): string {
  const widths = photo[crop]?.widths ?? [];
  const files = widths.map((width) => `${photoUrl(photo, crop, width, 'avif')} ${width}w`);
  return files.join(', ');
}

/** The `sizes` of an uncropped photo that covers a hero. */
export function heroSizes({ full }: Photo): string {
  const widthOf = (height: number) => Math.ceil((height * full.width) / full.height);
  const onPhone = `max(100vw, ${widthOf(HERO_PHONE_VH)}vh)`;
  const above = (px: number) => `max(100vw, ${widthOf(100)}vh - ${widthOf(px)}px)`;
  const { tablet, desktop } = PROMISES_PX;
  return `(max-width: 766.98px) ${onPhone}, ${TABLET_MEDIA} ${above(tablet)}, ${above(desktop)}`;
}

/** The frame of a gallery from 992 px upwards. */
export interface GalleryFrame {
  aspectRatio: number;
  /** The largest height, in percent of the window's. Default: no limit. */
  maxHeightVh?: number;
  /** The width, in percent of the window's. Default: 50. */
  widthVw?: number;
  /** The aspect ratio below 1281 px. Default: `aspectRatio`. */
  tabletAspectRatio?: number;
}

/** Aspect ratio of a gallery below 992 px, where it is as wide as the window. */
const NARROW_GALLERY_ASPECT_RATIO = 4 / 3;
const NARROW_GALLERY_MEDIA = '(max-width: 991.98px)';
const TABLET_MEDIA = '(max-width: 1280.98px)';

/** The `sizes` of a photo that covers the frame of a gallery. */
export function gallerySizes({ full }: Photo, frame: GalleryFrame): string {
  const covering = (columnVw: number, aspectRatio: number) => {
    const cover = Math.max(1, full.width / full.height / aspectRatio);
    const byWidth = `${Math.round(columnVw * cover)}vw`;
    if (!frame.maxHeightVh || cover === 1) return byWidth;
    const byHeight = `${Math.round(frame.maxHeightVh * aspectRatio * cover)}vh`;
    return `max(${columnVw}vw, min(${byWidth}, ${byHeight}))`;
  };
  const narrow = covering(100, NARROW_GALLERY_ASPECT_RATIO);
  const widthVw = frame.widthVw ?? 50;
  const wide = covering(widthVw, frame.aspectRatio);
  if (!frame.tabletAspectRatio) return `${NARROW_GALLERY_MEDIA} ${narrow}, ${wide}`;
  const tablet = covering(widthVw, frame.tabletAspectRatio);
  return `${NARROW_GALLERY_MEDIA} ${narrow}, ${TABLET_MEDIA} ${tablet}, ${wide}`;
}

/** The `sizes` of a photo that is contained in the window. */
export function wholeSizes({ full }: Photo): string {
  return `min(100vw, ${Math.ceil((100 * full.width) / full.height)}vh)`;
}

/** Attributes of a `<link>` that preloads a photo of the first `<picture>`. */
export interface PhotoPreload {
  type: string;
  media?: string;
  imagesizes: string;
  imagesrcset: string;
}

/** Preloads a hero's photo, with one link per crop. Browsers without AVIF skip them by type. */
export function heroPreload(photo: Photo): PhotoPreload[] {
  const type = 'image/avif';
  const full = {
    type,
    imagesizes: heroSizes(photo),
    imagesrcset: photoSrcSet(photo, 'full'),
  };
  if (!photo.tall) return [full];
  const tall = {
    type,
    media: TALL_MEDIA,
    imagesizes: '100vw',
    imagesrcset: photoSrcSet(photo, 'tall'),
  };
  return [tall, { ...full, media: `not all and ${TALL_MEDIA}` }];
}
