import sharp from 'sharp';

/** Pixels on the long side, for a logo on a sharp screen and for a small icon. */
const SIZES = [720, 128];
/**
 * The largest difference of a channel, of 255: the edges of shapes differ slightly when coordinates
 * are rounded.
 */
const TOLERANCE = 48;
/** The share of pixels with ink that may differ. */
const MAX_DIFFERENT_SHARE = 0.01;

/** Compares the pixels of two SVGs at the sizes at which the site shows a logo. */
export async function compareDrawings(
  before: string,
  after: string,
): Promise<'same' | 'different' | 'empty'> {
  for (const size of SIZES) {
    const [one, other] = await Promise.all([render(before, size), render(after, size)]);
    if (one.length !== other.length) return 'different';
    let inked = 0;
    let different = 0;
    for (let at = 0; at < one.length; at += 4) {
      if (one[at + 3] || other[at + 3]) inked += 1;
      if (differs(one, other, at)) different += 1;
    }
    if (inked === 0) return 'empty';
    if (different > inked * MAX_DIFFERENT_SHARE) return 'different';
  }
  return 'same';
}

function differs(one: Buffer, other: Buffer, at: number): boolean {
  const [alpha = 0, otherAlpha = 0] = [one[at + 3], other[at + 3]];
  if (Math.abs(alpha - otherAlpha) > TOLERANCE) return true;
  for (let channel = at; channel < at + 3; channel += 1) {
    const difference = (one[channel] ?? 0) * alpha - (other[channel] ?? 0) * otherAlpha;
    if (Math.abs(difference) > TOLERANCE * 255) return true;
  }
  return false;
}

/** Renders an SVG to raw pixels in red, green, blue and alpha. */
async function render(svg: string, size: number): Promise<Buffer> {
  const [, , width = 0, height = 0] = viewBoxIn(svg);
  const scale = size / Math.max(width, height);
  const box = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const file = svg.replace(/<svg\b[^>]*>/, (root) => {
    const others = root
      .slice(4)
      .replace(/ (?:xmlns|width|height|preserveAspectRatio)="[^"]*"/g, '');
    const own = `xmlns="${XMLNS}" width="${box.width}" height="${box.height}"`;
    // Both sides are rounded, so the proportions are not quite those of the drawing.
    return `<svg ${own} preserveAspectRatio="none"${others}`;
  });
  return sharp(Buffer.from(file))
    .resize({ ...box, fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer();
}

const XMLNS = 'http://www.w3.org/2000/svg';

const viewBoxIn = (svg: string) =>
  (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
