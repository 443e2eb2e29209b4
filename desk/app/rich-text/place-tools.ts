/** The room between a text and its tools, in which is the text's frame (edited-page.css). */
const GAP_PX = 14;
/** The room between the tools and the edges of the window. */
const EDGE_PX = 8;

/**
 * Keeps the tools just above the text that they are for, or below it where the window has no room
 * above. Beside a text that is taller than the window they are at the window's upper edge, over the
 * site's bar. On a phone a style gives them another place (rich-text.css).
 *
 * @returns a function that stops it
 */
export function placeBeside(tools: HTMLElement, text: HTMLElement): () => void {
  const place = () => {
    // Where the page is scaled (PageFrame.tsx), the tools keep their size.
    const frame = window.frameElement as HTMLElement | null;
    const scale = frame ? frame.offsetWidth / frame.getBoundingClientRect().width : 1;
    tools.style.setProperty('--tools-scale', String(scale));
    const { left, top, bottom } = text.getBoundingClientRect();
    const { width, height } = tools.getBoundingClientRect();
    const lastTop = innerHeight - height - EDGE_PX;
    const lastLeft = innerWidth - width - EDGE_PX;
    const above = top - GAP_PX - height;
    const below = bottom + GAP_PX;
    let beside = above;
    if (above < EDGE_PX) beside = below <= lastTop ? below : EDGE_PX;
    // The caterer may have scrolled away from the text.
    const shown = Math.max(EDGE_PX, Math.min(beside, lastTop));
    tools.style.setProperty('--tools-top', `${shown}px`);
    tools.style.setProperty('--tools-left', `${Math.max(EDGE_PX, Math.min(left, lastLeft))}px`);
  };
  // The observer also calls `place` when it starts.
  const observer = new ResizeObserver(place);
  observer.observe(tools);
  document.addEventListener('scroll', place, { capture: true, passive: true });
  window.addEventListener('resize', place);
  return () => {
    observer.disconnect();
    document.removeEventListener('scroll', place, { capture: true });
    window.removeEventListener('resize', place);
  };
}
