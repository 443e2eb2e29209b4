/** As far as the bar's animation goes (TopBar.module.css), in pixels. */
const TOP_PX = 8;

/**
 * The bar is transparent over a hero while the page is at its top. A scroll timeline of CSS does that;
 * Firefox has none, so a listener marks the bar there.
 */
export function markBarAtTop() {
  if (CSS.supports('animation-timeline: scroll()')) return;
  const bar = document.querySelector<HTMLElement>('[data-over-photo="true"]');
  if (!bar) return;
  const mark = () => {
    bar.dataset.atTop = String(window.scrollY < TOP_PX);
  };
  mark();
  window.addEventListener('scroll', mark, { passive: true });
}
