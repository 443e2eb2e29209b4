import type { Photo } from '../../site/picture/photo.ts';

/** Names of which the example server has no picture. */
export const MISSING = 'missing';

/** Photos that `example-server.ts` draws when asked. Upright ones exist, as in a caterer's folder. */
export function examplePhotos(count: number, missing: number[] = []): Photo[] {
  return Array.from({ length: count }, (_, index) => {
    const id = missing.includes(index) ? `${MISSING}-${index + 1}` : `foto-${index + 1}`;
    const isUpright = index % 3 === 2;
    return {
      id,
      alt: `Tafel ${index + 1}`,
      base: `/photos/${id}`,
      full: {
        width: isUpright ? 900 : 1600,
        height: isUpright ? 1200 : 1000,
        widths: [480, 960],
        fallbackWidth: 960,
      },
    };
  });
}
