/*
 * The rows of a list have their index as key, so an entry that moves is drawn in another row's
 * elements. These functions move the focus to that row; `data-tool` names the buttons that move an
 * entry.
 */

/**
 * Moves the focus to the row that an entry moves to.
 *
 * @param tool the button that was pressed, or that opened the menu
 * @param by how many rows the entry moves
 */
export function followMove(tool: HTMLElement, by: -1 | 1): void {
  const row = tool.closest('li');
  const moved = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  // Tools outside a row act on the chosen part, and do not move with it.
  const around = row ? moved : tool.closest('.tools');
  requestAnimationFrame(() => {
    const all = [
      ...(around?.querySelectorAll<HTMLElement>('[data-tool]:not([aria-disabled="true"])') ?? []),
    ];
    // The fields of an entry may contain another list.
    const tools = all.filter((found) => !row || found.closest('li') === moved);
    const same = tools.find(({ dataset }) => dataset.tool === tool.dataset.tool);
    (same ?? tools[0])?.focus();
  });
}

const CONTROLS = 'a, button:not([aria-disabled="true"]), summary, input';

/**
 * Moves the focus to the entry that takes the place of a removed one. When the list is empty, it
 * moves to the first control beside the list.
 *
 * @param tool as in `followMove`
 */
export function followRemoval(tool: HTMLElement): void {
  const row = tool.closest('li');
  const list = row?.parentElement;
  const beside = list ? list.parentElement : tool.closest('[role="toolbar"]');
  const index = row && list ? [...list.children].indexOf(row) : 0;
  requestAnimationFrame(() => {
    const left = list?.isConnected ? [...list.children] : [];
    const place = left[Math.min(index, left.length - 1)] ?? beside;
    const controls = [...(place?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    controls.find(({ offsetParent }) => offsetParent)?.focus();
  });
}
