import type { Font, LocalCut } from '../../site/fonts/font-pairs.ts';

/** A font that many devices have, under the whole names that `local()` finds it by. */
export interface LocalFont {
  cuts: Partial<Record<LocalCut, { names: string[]; width: number }>>;
}

/**
 * What stands for our fonts until they have arrived: on Windows, macOS and iOS Georgia and Arial, on
 * Linux the Liberation fonts, which have the widths of Times New Roman and Arial, on Android its own.
 *
 * Widths as {@link FontFallback.width}: of Liberation 2, Roboto and Noto Serif themselves (Fontsource
 * 5), of Georgia by Gelasio, which is drawn to its widths.
 */
export const LOCAL_FONTS: Record<Font['fallback'], Record<string, LocalFont>> = {
  serif: {
    Georgia: {
      cuts: {
        regular: { names: ['Georgia'], width: 0.4551 },
        italic: { names: ['Georgia Italic'], width: 0.4422 },
      },
    },
    Times: {
      cuts: {
        regular: { names: ['Times New Roman', 'Liberation Serif'], width: 0.4176 },
        italic: { names: ['Times New Roman Italic', 'Liberation Serif Italic'], width: 0.3982 },
      },
    },
    'Noto Serif': {
      cuts: {
        regular: { names: ['Noto Serif'], width: 0.4892 },
        italic: { names: ['Noto Serif Italic'], width: 0.4569 },
      },
    },
  },
  'sans-serif': {
    Arial: {
      cuts: {
        regular: { names: ['Arial', 'Liberation Sans'], width: 0.4447 },
        bold: { names: ['Arial Bold', 'Liberation Sans Bold'], width: 0.4755 },
      },
    },
    Roboto: {
      cuts: {
        regular: { names: ['Roboto'], width: 0.4401 },
        bold: { names: ['Roboto Bold'], width: 0.4477 },
      },
    },
  },
};
