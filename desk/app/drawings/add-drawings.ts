/**
 * Puts the drawings of a file into the document. They come with the scripts, because without a
 * network the browser could not fetch a file of its own.
 *
 * @param set each file has names of its own: `#sections-text`
 */
export function addDrawings(set: string, svg: string): void {
  const container = document.createElement('div');
  container.hidden = true;
  const named = svg.replaceAll('<symbol id="', `<symbol id="${set}-`);
  container.append(new DOMParser().parseFromString(named, 'image/svg+xml').documentElement);
  document.body.append(container);
}
