/**
 * Simulates a browser's translation: wraps each text that is not blank in two `<font>` elements,
 * now and whenever the document changes. It runs in the page.
 *
 * @param mark prefix of each text, in place of a translation; '' leaves the texts unchanged
 */
export function translatePage(mark: string): void {
  const translate = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const parent = text.parentElement;
      if (!parent || text.data.trim() === '') continue;
      if (parent.closest('font, script, style, textarea, noscript, svg')) continue;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.replaceWith(outer);
      // A new text node replaces the original, to which React may still have a reference.
      inner.textContent = `${mark}${text.data}`;
    }
  };
  translate(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      for (const node of addedNodes) if (node.isConnected) translate(node.parentNode ?? node);
      if (target.nodeType === Node.TEXT_NODE && target.isConnected) {
        translate(target.parentNode as Node);
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/**
 * Finds text nodes in islands that React keeps a reference to, of which there must be none. It runs
 * in the page.
 */
export function textsHeldByReact(): string[] {
  const held: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    // React marks each text node that it keeps. It keeps none for a text that is an only child.
    const isHeld = Object.keys(currentNode).some((key) => key.startsWith('__reactFiber'));
    if (isHeld) held.push(`${currentNode.parentElement?.outerHTML.slice(0, 200)}`);
  }
  return held;
}
