/**
 * The pairs of fonts that come with us: one for headings, one for text, each under the SIL Open
 * Font License. The files stand in `files/`, from Fontsource, cut to the letters of western Europe
 * and the weights in use (`docs/decisions/017-fonts-cut.md`); its packages bring all weights and
 * scripts, 7 MB where 150 kB are used.
 *
 * A new pair: its files and their authors in `files/`, an entry here, and a look at the longest
 * headings.
 */

/** By the names that `content/brand.yaml` calls them; the sample's first. */
export const FONT_PAIRS = ['instrument', 'fraunces', 'cormorant', 'bricolage'] as const;

export type FontPairName = (typeof FONT_PAIRS)[number];

/** One file of a font. */
export interface FontFile {
  /** In `files/`. */
  file: string;
  /**
   * What the styles call its weight, or the range of a variable font. Headings are always 400: a
   * pair chooses by its file how heavy that is.
   */
  weight: '400' | '400 600';
  style: 'normal' | 'italic';
}

export interface Font {
  family: string;
  /** The upright first. */
  files: [FontFile, ...FontFile[]];
  /** In percent: headings are sized for the narrow Instrument Serif; wide letters are set smaller. */
  size: number;
  /**
   * Stands until the font has arrived. The overrides, in percent, give a font that the visitor's
   * computer has the measures of ours, so that nothing moves: what `createFontStack` of
   * @capsizecss/core says of `fromFile(file)` of @capsizecss/unpack (of a variable font, whose file
   * begins with its lightest cut, the entry in @capsizecss/metrics) over Georgia or Arial.
   */
  fallback: { like: 'Georgia' | 'Arial'; sizeAdjust: number; ascent: number; descent: number };
}

export interface FontPair {
  /**
   * Headings; the only file that pages preload. With the text's too, home painted at 1440 ms in place
   * of 1124 on a slowed phone, and nothing moved less: the fallback has the font's measures.
   */
  heading: Font;
  text: Font;
}

const instrumentSans: Font = {
  family: 'Instrument Sans Variable',
  files: [variable('instrument-sans')],
  size: 100,
  fallback: { like: 'Arial', sizeAdjust: 102.74, ascent: 94.42, descent: 24.33 },
};

export const fontPairs: Record<FontPairName, FontPair> = {
  /** Slender and modern: a printed menu. */
  instrument: {
    heading: {
      family: 'Instrument Serif',
      files: [upright('instrument-serif', 400), italic('instrument-serif', 400)],
      size: 100,
      fallback: { like: 'Georgia', sizeAdjust: 76.49, ascent: 129.43, descent: 40.53 },
    },
    text: instrumentSans,
  },
  /** Soft and round: a farmhouse table. */
  fraunces: {
    heading: {
      family: 'Fraunces',
      files: [upright('fraunces', 400), italic('fraunces', 400)],
      size: 84,
      fallback: { like: 'Georgia', sizeAdjust: 105.2, ascent: 92.96, descent: 24.24 },
    },
    text: {
      family: 'Figtree Variable',
      files: [variable('figtree')],
      size: 100,
      fallback: { like: 'Arial', sizeAdjust: 100.72, ascent: 94.32, descent: 24.82 },
    },
  },
  /** Fine and classical: a wedding in a castle. */
  cormorant: {
    heading: {
      family: 'Cormorant Garamond',
      files: [upright('cormorant-garamond', 500), italic('cormorant-garamond', 500)],
      size: 108,
      fallback: { like: 'Georgia', sizeAdjust: 88.6, ascent: 104.28, descent: 32.39 },
    },
    text: {
      family: 'Mulish Variable',
      files: [variable('mulish')],
      size: 97,
      fallback: { like: 'Arial', sizeAdjust: 104.08, ascent: 96.56, descent: 24.02 },
    },
  },
  /** Sturdy, without serifs: a kitchen on wheels. */
  bricolage: {
    heading: {
      family: 'Bricolage Grotesque',
      files: [upright('bricolage-grotesque', 600)],
      size: 82,
      fallback: { like: 'Arial', sizeAdjust: 108.34, ascent: 85.84, descent: 24.92 },
    },
    text: instrumentSans,
  },
};

function upright(font: string, cut: number): FontFile {
  const file = `${font}-latin-${cut}-normal.woff2`;
  return { file, weight: '400', style: 'normal' };
}

/** An accent below the first screen: loaded only by pages that use it. */
function italic(font: string, cut: number): FontFile {
  const file = `${font}-latin-${cut}-italic.woff2`;
  return { file, weight: '400', style: 'italic' };
}

function variable(font: string): FontFile {
  const file = `${font}-latin-wght-normal.woff2`;
  return { file, weight: '400 600', style: 'normal' };
}
