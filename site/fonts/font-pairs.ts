/**
 * The pairs of fonts that come with us: one for headings, one for text, each under the SIL Open
 * Font License. The files stand in `files/`, from Fontsource, cut to the letters of western Europe
 * and the weights in use (`docs/decisions/017-fonts-cut.md`); its packages bring all weights and
 * scripts, 7 MB where 150 kB are used.
 *
 * A new pair: its files (`publish/brand/cut-fonts.ts`) and their authors in `files/`, an entry here,
 * and a look at the longest headings.
 */

/** By the names that `content/brand.yaml` calls them; the sample's first. */
export const FONT_PAIRS = ['instrument', 'fraunces', 'cormorant', 'bricolage'] as const;

export type FontPairName = (typeof FONT_PAIRS)[number];

/**
 * What texts are nearly always made of: the characters of a font's first file. The others stand in a
 * second, which a browser fetches only for a text that has one of them. As CSS writes a range;
 * `publish/brand/cut-fonts.ts` cuts the files by it. An italic is an accent of few words.
 */
export const WORDS = {
  normal:
    'U+20-5A,U+5F,U+61-7A,U+A0,U+A9,U+C9,U+E0,U+E2,U+E7-EB,U+EE,U+EF,U+F4,U+F6,U+FB,U+FC,U+2013,U+2018,U+2019,U+201C,U+201D,U+2026,U+20AC',
  italic: 'U+20-21,U+2C-2E,U+30-3A,U+3F,U+41-5A,U+61-7A,U+E8-E9,U+EB,U+EF,U+2013,U+2019',
};

/** The cuts of a font that stands in for ours. */
export type LocalCut = 'regular' | 'bold' | 'italic';

/** One style of a font, in two files. */
export interface FontFile {
  /** In `files/`: the characters of {@link WORDS}. */
  file: string;
  /** In `files/`: the others. */
  rest: string;
  /**
   * What the styles call its weight, or the range of a variable font. Headings are always 400: a
   * pair chooses by its file how heavy that is.
   */
  weight: '400' | '400 600';
  style: 'normal' | 'italic';
  /** What stands in for it until it has arrived. */
  fallbacks: FontFallback[];
}

/**
 * Which cut of a font that the visitor's device has stands for ours, at these weights.
 *
 * `width` is ours: the mean advance of a character, in em and kerned, measured in Chromium; of a text
 * font over the paragraphs in `content/` and the tests' content, of the others over the headings or
 * the italics that the sample's pages show, because the two differ by 2 %. As are those of
 * `publish/brand/local-fonts.ts`.
 */
export interface FontFallback {
  weight: '400' | '400 500' | '600';
  like: LocalCut;
  width: number;
}

export interface Font {
  family: string;
  /** The upright first. */
  files: [FontFile, ...FontFile[]];
  /** In percent: headings are sized for the narrow Instrument Serif; wide letters are set smaller. */
  size: number;
  /** Of a line, in em, as the files say it. */
  ascent: number;
  descent: number;
  /** Stands until the font has arrived. */
  fallback: 'serif' | 'sans-serif';
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
  files: [variable('instrument-sans', 0.4495, 0.4608)],
  size: 100,
  ascent: 0.97,
  descent: 0.25,
  fallback: 'sans-serif',
};

export const fontPairs: Record<FontPairName, FontPair> = {
  /** Slender and modern: a printed menu. */
  instrument: {
    heading: {
      family: 'Instrument Serif',
      files: [upright('instrument-serif', 400, 0.3412), italic('instrument-serif', 400, 0.3454)],
      size: 100,
      ascent: 0.99,
      descent: 0.31,
      fallback: 'serif',
    },
    text: instrumentSans,
  },
  /** Soft and round: a farmhouse table. */
  fraunces: {
    heading: {
      family: 'Fraunces',
      files: [upright('fraunces', 400, 0.4787), italic('fraunces', 400, 0.4344)],
      size: 84,
      ascent: 0.978,
      descent: 0.255,
      fallback: 'serif',
    },
    text: {
      family: 'Figtree Variable',
      files: [variable('figtree', 0.4444, 0.4519)],
      size: 100,
      ascent: 0.95,
      descent: 0.25,
      fallback: 'sans-serif',
    },
  },
  /** Fine and classical: a wedding in a castle. */
  cormorant: {
    heading: {
      family: 'Cormorant Garamond',
      files: [
        upright('cormorant-garamond', 500, 0.4024),
        italic('cormorant-garamond', 500, 0.3471),
      ],
      size: 108,
      ascent: 0.924,
      descent: 0.287,
      fallback: 'serif',
    },
    text: {
      family: 'Mulish Variable',
      files: [variable('mulish', 0.4586, 0.466)],
      size: 97,
      ascent: 1.005,
      descent: 0.25,
      fallback: 'sans-serif',
    },
  },
  /** Sturdy, without serifs: a kitchen on wheels. */
  bricolage: {
    heading: {
      family: 'Bricolage Grotesque',
      files: [upright('bricolage-grotesque', 600, 0.4764, 'bold')],
      size: 82,
      ascent: 0.93,
      descent: 0.27,
      fallback: 'sans-serif',
    },
    text: instrumentSans,
  },
};

function upright(font: string, cut: number, width: number, like: LocalCut = 'regular'): FontFile {
  return {
    ...files(`${font}-latin-${cut}-normal`),
    weight: '400',
    style: 'normal',
    fallbacks: [{ weight: '400', like, width }],
  };
}

/** An accent below the first screen: loaded only by pages that use it. */
function italic(font: string, cut: number, width: number): FontFile {
  return {
    ...files(`${font}-latin-${cut}-italic`),
    weight: '400',
    style: 'italic',
    fallbacks: [{ weight: '400', like: 'italic', width }],
  };
}

/** @param regular its width at 400, @param bold at 600 */
function variable(font: string, regular: number, bold: number): FontFile {
  return {
    ...files(`${font}-latin-wght-normal`),
    weight: '400 600',
    style: 'normal',
    fallbacks: [
      { weight: '400 500', like: 'regular', width: regular },
      { weight: '600', like: 'bold', width: bold },
    ],
  };
}

function files(name: string) {
  return { file: `${name}.woff2`, rest: `${name}-rest.woff2` };
}
