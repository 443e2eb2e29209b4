/** The contrast ratio of two colours such as '#f6f1e7', from 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [first, second] = [luminance(a), luminance(b)];
  const light = Math.max(first, second);
  const dark = Math.min(first, second);
  return (light + 0.05) / (dark + 0.05);
}

/** Blends a colour over another with an opacity of 0 to 1. */
export function mix(color: string, opacity: number, over: string): string {
  const below = channelsOf(over);
  const hex = channelsOf(color).map((channel, i) => {
    const mixed = channel * opacity + (below[i] ?? 0) * (1 - opacity);
    return Math.round(mixed).toString(16).padStart(2, '0');
  });
  return `#${hex.join('')}`;
}

/** The 'relative luminance' of WCAG 2.2, from 0 to 1. */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    if (part <= 0.04045) return part / 12.92;
    return ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => {
    const hex = color.slice(start, start + 2);
    return Number.parseInt(hex, 16);
  });
}
