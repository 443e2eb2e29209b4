/** As far as the bar's animation goes (TopBar.module.css), in pixels. */
const TOP_PX = 8;

/**
 * The bar is transparent over a hero while the page is at its top. A scroll timeline of CSS does that;
 * where there is none (Firefox), this class sets it.
 */
export function tellBarOfTop() {
  if (CSS.supports('animation-timeline: scroll()')) return;
  const bar = document.querySelector<HTMLElement>('[data-over-photo="true"]');
  if (!bar) return;
  const tell = () => {
    bar.dataset.atTop = String(window.scrollY < TOP_PX);
  };
  tell();
  window.addEventListener('scroll', tell, { passive: true });
}
