/**
 * @param hex a colour of the brand: '#a8481a'
 * @returns as computed styles contain it: 'rgb(168, 72, 26)'
 */
export function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}
