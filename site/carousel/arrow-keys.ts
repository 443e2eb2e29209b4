/** A carousel that the left and right arrow keys can move. */
interface ArrowKeyUser {
  element: Element;
  move: (step: 1 | -1) => void;
}

/** Left, top, right and bottom edge in the window, in pixels. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const users = new Set<ArrowKeyUser>();

/**
 * Lets the arrow keys move a carousel; the keys of a page with several move one: the one inside the
 * open dialog, else the one the focus is in, else, while nothing has the focus, the one with the
 * largest visible part. One listener serves them all.
 *
 * @returns stops it.
 */
export function takeArrowKeys(user: ArrowKeyUser): () => void {
  if (users.size === 0) document.addEventListener('keydown', onKeyDown);
  users.add(user);
  return () => {
    users.delete(user);
    if (users.size === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  const user = userOfKeys();
  if (!user) return;
  event.preventDefault();
  user.move(event.key === 'ArrowRight' ? 1 : -1);
}

function userOfKeys(): ArrowKeyUser | undefined {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (dialog) return [...users].find((user) => dialog.contains(user.element));
  const focused = document.activeElement;
  if (isRestingPlace(focused)) return mostVisible();
  return [...users].find((user) => user.element.contains(focused));
}

/** The page body, or what an in-page jump led to: it holds the focus, but no key means anything to it. */
function isRestingPlace(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.matches('[tabindex="-1"]');
}

function mostVisible(): ArrowKeyUser | undefined {
  const all = [...users];
  const window_ = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  return all[
    largestVisible(
      all.map((user) => user.element.getBoundingClientRect()),
      window_,
    )
  ];
}

/** Index of the box of which most lies within the window; -1 if none does. */
export function largestVisible(boxes: Box[], within: Box): number {
  let largest = -1;
  let largestArea = 0;
  for (const [index, box] of boxes.entries()) {
    const width = Math.min(box.right, within.right) - Math.max(box.left, within.left);
    const height = Math.min(box.bottom, within.bottom) - Math.max(box.top, within.top);
    const area = Math.max(0, width) * Math.max(0, height);
    if (area > largestArea) {
      largest = index;
      largestArea = area;
    }
  }
  return largest;
}
