/*
 * Keeps the place of the caterer when an action removes the control that has the focus, such as the
 * row that a button removes. The browser would give the focus to nothing, so that a screen reader
 * and the Tab key begin again at the top.
 */

/** The control that has the focus, and the address of the screen that it is on. */
let focused: { control: HTMLElement; hash: string } | undefined;

export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    focused = { control: target as HTMLElement, hash: window.location.hash };
  });
  document.addEventListener('focusout', ({ target }) => {
    // A control that is being removed is not in the document any more by then.
    queueMicrotask(() => {
      const isLeft = (target as Node).isConnected && document.activeElement !== target;
      if (isLeft && focused?.control === target) focused = undefined;
    });
  });
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
}

function follow(changes: MutationRecord[]) {
  if (!focused || focused.control.isConnected || document.activeElement !== document.body) return;
  const { control, hash } = focused;
  focused = undefined;
  // Another screen decides for itself what gets the focus.
  if (hash !== window.location.hash) return;
  const place = placeAfter(control, changes);
  // On a phone the caterer keeps seeing what they saw.
  place?.focus({ preventScroll: true });
}

/**
 * Finds what gets the focus in place of a removed control: the control that was drawn again, the
 * row that takes the place of its row, or the heading above it. None of these does anything when
 * Enter is still held down.
 */
function placeAfter(control: HTMLElement, changes: MutationRecord[]): HTMLElement | undefined {
  const again = control.id ? document.getElementById(control.id) : undefined;
  if (again) return again;
  const removal = removalOf(control, changes);
  if (!removal) return undefined;
  const { target, nextSibling, previousSibling } = removal;
  const row = [nextSibling, previousSibling].find((beside) => isRow(beside));
  if (row) return focusable(row as HTMLElement);
  const around = (target as Element).closest<HTMLElement>('main, dialog');
  const start = new Range();
  if (nextSibling?.isConnected) start.setStartBefore(nextSibling);
  else start.setStart(target, target.childNodes.length);
  const above = [...(around?.querySelectorAll<HTMLElement>('h1, h2, h3') ?? [])].filter(
    (heading) => heading.offsetParent && start.comparePoint(heading, 0) < 0,
  );
  const place = above.at(-1) ?? around ?? document.querySelector('main');
  return place ? focusable(place) : undefined;
}

/** The change that took the control, or what was around it, out of the document. */
function removalOf(control: Node, changes: MutationRecord[]): MutationRecord | undefined {
  let gone = control;
  for (const change of changes) {
    if (![...change.removedNodes].some((node) => node.contains(gone))) continue;
    if (change.target.isConnected) return change;
    gone = change.target;
  }
  return undefined;
}

const isRow = (node: Node | null) => node instanceof HTMLLIElement && node.isConnected;

function focusable(element: HTMLElement): HTMLElement {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  return element;
}
