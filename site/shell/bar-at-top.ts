/** Scroll range of the bar's animation (TopBar.module.css). */
const TOP_PX = 8;

/**
 * The bar is transparent over a hero at the top of the page. CSS does this with a scroll timeline;
 * this is the fallback for Firefox, which lacks them.
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
