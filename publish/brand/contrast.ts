/**
 * Linear light of each channel value, 0 to 255. Precomputed, because photos are measured by pixel.
 */
const LINEAR = Array.from({ length: 256 }, (_, channel) => {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/**
 * Relative luminance of a colour, 0 to 1 (WCAG 2.2, 'relative luminance').
 *
 * @param color red, green and blue, whole numbers from 0 to 255
 */
export function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  const [r = 0, g = 0, b = 0] = [LINEAR[red], LINEAR[green], LINEAR[blue]];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1 (none) to 21 (black on white), of two colours as '#f6f1e7' (WCAG 2.2, 'contrast ratio'). */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(channels(a)), luminance(channels(b))].sort(
    (x, y) => x - y,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** Blends a colour over another with an opacity of 0 to 1. */
export function mix(color: string, part: number, over: string): string {
  const below = channels(over);
  const mixed = channels(color).map((channel, i) => channel * part + (below[i] ?? 0) * (1 - part));
  return toHex(mixed);
}

/**
 * Multiplies a colour, with an opacity of 0 to 1, with another (Compositing and Blending 1,
 * 'multiply').
 */
export function multiply(color: string, part: number, over: string): string {
  const below = channels(over);
  const product = channels(color).map((channel, i) => (channel * (below[i] ?? 0)) / 255);
  return mix(toHex(product), part, over);
}

const toHex = (parts: number[]) =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const channels = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
