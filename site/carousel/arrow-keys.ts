/** A carousel that the left and right arrow keys can move. */
interface ArrowKeyTarget {
  element: Element;
  move: (step: 1 | -1) => void;
}

const users = new Set<ArrowKeyTarget>();

/**
 * Lets the arrow keys move a carousel. On a page with several carousels, they move the one in the
 * open dialog; otherwise the one that has the focus; otherwise, if nothing has the focus, the one
 * with the largest visible area.
 *
 * @returns a function that unregisters it
 */
export function registerForArrowKeys(user: ArrowKeyTarget): () => void {
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
  const user = findActiveTarget();
  if (!user) return;
  event.preventDefault();
  user.move(event.key === 'ArrowRight' ? 1 : -1);
}

function findActiveTarget(): ArrowKeyTarget | undefined {
  const all = [...users];
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (dialog) return all.find(({ element }) => dialog.contains(element));
  const focused = document.activeElement;
  // The body and the target of an in-page jump have the focus but do not handle keys.
  const isOnPage = !focused || focused === document.body || focused.matches('[tabindex="-1"]');
  if (!isOnPage) return all.find(({ element }) => element.contains(focused));
  const [largest] = all.toSorted((a, b) => visibleArea(b.element) - visibleArea(a.element));
  return largest && visibleArea(largest.element) > 0 ? largest : undefined;
}

/** Of the part of an element within the window, in square pixels. */
function visibleArea(element: Element): number {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, window.innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  return Math.max(0, width) * Math.max(0, height);
}
