import { expect, test } from 'vitest';
import { type MailColors, mailColors } from './mail-colors.ts';

const BRANDS = {
  'the sample': {
    page: '#f6f1e7',
    paper: '#fffdf8',
    ink: '#23261f',
    dark: '#2c3527',
    secondary: '#4b5a3c',
    accent: '#b0302a',
    ornament: '#a8843f',
  },
  'a cold brand': {
    page: '#eef3f8',
    paper: '#ffffff',
    ink: '#0b1d3a',
    dark: '#0b1d3a',
    secondary: '#30506e',
    accent: '#003f8a',
    ornament: '#5b7fa6',
  },
  'a brand that names no colour': {},
};

/** WCAG 2.2, 'relative luminance' and 'contrast ratio'. */
function contrast(a: string, b: string): number {
  const [light = 1, dark = 1] = [a, b]
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
        const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    })
    .sort((one, other) => other - one);
  return light / dark;
}

test.each(Object.entries(BRANDS))(
  'every text of %s can be read, in the light and in the dark',
  (_name, brand) => {
    const schemes: MailColors[] = Object.values(mailColors(brand));
    for (const colors of schemes) {
      for (const text of ['ink', 'secondary', 'accent'] as const) {
        expect(contrast(colors[text], colors.paper), text).toBeGreaterThan(4.5);
      }
      expect(contrast(colors.ink, colors.page)).toBeGreaterThan(4.5);
    }
  },
);

test('the hairline is the ornament, thinned', () => {
  expect(mailColors(BRANDS['the sample']).light.line).toBe('#E0D3B9');
});
