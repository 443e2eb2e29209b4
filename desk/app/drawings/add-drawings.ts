/**
 * Puts the drawings of a file into the document. They come with the scripts, because without a
 * network the browser could not fetch a file of its own.
 *
 * @param set each file has names of its own: `#sections-text`
 */
export function addDrawings(set: string, svg: string): void {
  const place = document.createElement('div');
  place.hidden = true;
  const named = svg.replaceAll('<symbol id="', `<symbol id="${set}-`);
  place.append(new DOMParser().parseFromString(named, 'image/svg+xml').documentElement);
  document.body.append(place);
}
