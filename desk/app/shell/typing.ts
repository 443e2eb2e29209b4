/*
 * While a text is typed in a low window, as above a phone's keyboard, the page gets the room of the
 * tabs and bars (shell.css, canvas.css). iOS lays the keyboard over the page and only the visual
 * viewport gets lower; Android makes the window lower too (`interactive-widget` in index.html).
 */

/**
 * The height in CSS pixels: more than a phone leaves above its keyboard, less than a tablet does.
 */
const LOW_PX = 560;
const TEXT_CONTROLS =
  'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"], [type="color"])';

export function watchTyping(): void {
  window.visualViewport?.addEventListener('resize', update);
  window.visualViewport?.addEventListener('scroll', update);
  document.addEventListener('focusin', update);
  document.addEventListener('focusout', () => setTimeout(update));
  // The edited page sends this event (canvas.tsx), because its focus events end at its frame.
  window.addEventListener('page-focus', () => setTimeout(update));
}

function update(): void {
  const { height, offsetTop, scale } = window.visualViewport ?? {
    height: window.innerHeight,
    offsetTop: 0,
    scale: 1,
  };
  const frame = document.querySelector('iframe')?.contentDocument;
  const focused = document.activeElement?.tagName === 'IFRAME' ? frame : document;
  const isTyping = focused?.activeElement?.matches(TEXT_CONTROLS) ?? false;
  // When the page is zoomed in, the visual viewport is low without a keyboard.
  const isLow = height * scale < LOW_PX;
  for (const root of [document.documentElement, frame?.documentElement]) {
    root?.toggleAttribute('data-typing', isTyping && isLow);
  }
  const { style } = document.documentElement;
  style.setProperty('--visible-height', scale === 1 ? `${height}px` : '100dvh');
  style.setProperty('--visible-top', scale === 1 ? `${offsetTop}px` : '0px');
}
