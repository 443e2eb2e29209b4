/*
 * Hides the tabs and tools while a text is typed on a phone, so that the page gets their room;
 * above an open keyboard it also shrinks the bar (shell.css, edited-page.css). On iOS the keyboard
 * covers the page and reduces only the height of the visual viewport; on Android it reduces the
 * window's height too (`interactive-widget` in index.html). A low window on a computer counts as
 * one with a keyboard.
 */

/**
 * A height in CSS pixels that is more than a phone leaves above its keyboard and less than a tablet
 * does.
 */
const LOW_PX = 560;
const TEXT_CONTROLS =
  'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"], [type="color"])';

const touch = window.matchMedia('(pointer: coarse)');

/** The field above which a keyboard was opened, and whether it is open now. */
let keyboard: { field: Element; isOpen: boolean } | undefined;

/**
 * How long the layout waits after a text loses the focus. A tap first takes the focus away and then
 * presses the button, which must not have moved by then.
 */
const TAP_MS = 200;

export function watchTyping(): void {
  window.visualViewport?.addEventListener('resize', update);
  window.visualViewport?.addEventListener('scroll', update);
  const follow = () => setTimeout(update, focusedField() ? 0 : TAP_MS);
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, follow);
  // The edited page sends this event (edited-page.tsx), because its focus events end at its frame.
  window.addEventListener('page-focus', follow);
}

/** The field or text that has the focus, on the page or beside it. */
function focusedField(): Element | undefined {
  const frame = document.querySelector('iframe')?.contentDocument;
  const focused = document.activeElement?.tagName === 'IFRAME' ? frame : document;
  const active = focused?.activeElement;
  return active?.matches(TEXT_CONTROLS) ? active : undefined;
}

/** Leaves the text on the page, which brings the tabs and tools back. */
export function stopTyping(): void {
  const { activeElement } = document.querySelector('iframe')?.contentDocument ?? {};
  (activeElement as HTMLElement | null | undefined)?.blur();
}

function update(): void {
  const { height, offsetTop, scale } = window.visualViewport ?? {
    height: window.innerHeight,
    offsetTop: 0,
    scale: 1,
  };
  const frame = document.querySelector('iframe')?.contentDocument;
  const field = focusedField();
  // When the page is zoomed in, the visual viewport is low without a keyboard.
  const isLow = field !== undefined && height * scale < LOW_PX;
  if (field !== keyboard?.field) keyboard = undefined;
  if (field && (isLow || keyboard)) keyboard = { field, isOpen: isLow };
  // When Android closes its keyboard, the field keeps the focus although nobody is typing.
  const isTyping = isLow || (field !== undefined && touch.matches && keyboard?.isOpen !== false);
  for (const root of [document.documentElement, frame?.documentElement]) {
    root?.toggleAttribute('data-typing', isTyping);
    root?.toggleAttribute('data-low', isLow);
  }
  const { style } = document.documentElement;
  style.setProperty('--visible-height', scale === 1 ? `${height}px` : '100dvh');
  style.setProperty('--visible-top', scale === 1 ? `${offsetTop}px` : '0px');
}
