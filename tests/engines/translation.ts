/**
 * Does what a browser's translation does, but without a service: wraps each text that is not blank
 * in two `<font>` elements, now and whenever the document changes. It runs in the page.
 *
 * @param mark put before each text, as other words would be; '' leaves the words
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
      // The words of the other language; the text that React may hold on to is no longer in the page.
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
 * Finds texts in islands that React would change or remove itself: none may exist. It runs in the
 * page.
 */
export function textsHeldByReact(): string[] {
  const held: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    // React marks each node that it keeps; an only child is its element's text instead.
    const isHeld = Object.keys(currentNode).some((key) => key.startsWith('__reactFiber'));
    if (isHeld) held.push(`${currentNode.parentElement?.outerHTML.slice(0, 200)}`);
  }
  return held;
}
