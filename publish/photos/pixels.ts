import sharp, { type Sharp } from 'sharp';

/** Pixels in red, green and blue, a byte each, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export function openPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** @throws what sharp throws; the picture must have three channels, or be one that was encoded here. */
export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
