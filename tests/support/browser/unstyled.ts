/**
 * Finds visible controls, dialogs and frames that have the browser's default style: '<button
 * class="…">'. Check boxes and radio buttons may have it. It runs in the page.
 */
export function unstyledElements(): string[] {
  const KINDS = ['button', 'dialog', 'iframe', 'select', 'textarea', 'input'];
  const lookOf = (element: Element) => {
    const { borderTopWidth, borderTopStyle, backgroundColor, paddingLeft } =
      getComputedStyle(element);
    return [borderTopWidth, borderTopStyle, backgroundColor, paddingLeft].join();
  };
  const found: string[] = [];
  for (const kind of KINDS) {
    const plain = document.createElement(kind);
    plain.style.setProperty('all', 'revert');
    document.body.append(plain);
    const plainLook = lookOf(plain);
    plain.remove();
    for (const element of document.querySelectorAll<HTMLElement>(kind)) {
      if (/^(?:checkbox|radio)$/.test(element.getAttribute('type') ?? '')) continue;
      // This is the honeypot, which no visitor sees.
      if (element.closest('[aria-hidden="true"]')) continue;
      if (element.checkVisibility() && lookOf(element) === plainLook) {
        found.push(element.outerHTML.slice(0, 120));
      }
    }
  }
  return found;
}
