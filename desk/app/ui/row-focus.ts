/*
 * The rows of a list have their index as key, so that an entry that moves gets the elements of another
 * one. The focus goes with the entry: `data-tool` names the buttons that move it.
 */

/**
 * Goes with an entry that moves.
 *
 * @param tool the button that was pressed, or that opened the menu
 * @param by how many rows the entry moves
 */
export function followMove(tool: HTMLElement, by: -1 | 1): void {
  const row = tool.closest('li');
  const moved = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  // Tools without a row are about what is chosen: they stay where they are.
  const around = row ? moved : tool.closest('.tools');
  requestAnimationFrame(() => {
    const all = [...(around?.querySelectorAll<HTMLElement>('[data-tool]:enabled') ?? [])];
    // The fields of an entry may hold another list.
    const tools = all.filter((found) => !row || found.closest('li') === moved);
    const same = tools.find(({ dataset }) => dataset.tool === tool.dataset.tool);
    (same ?? tools[0])?.focus();
  });
}

const CONTROLS = 'a, button:enabled, summary, input';

/**
 * Goes to the entry that takes the place of a removed one or, without one, to what is beside the list.
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
