/**
 * Keeps the focus on what a button has just moved: the same button one row further, or the one beside
 * it where that can do no more. Rows have no name of their own, and stay where they are.
 */
export function followMove(button: HTMLElement, by: -1 | 1): void {
  const row = button.closest('li');
  const next = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  const place = [...(button.parentElement?.children ?? [])].indexOf(button);
  requestAnimationFrame(() => {
    const tools = row?.isConnected && next?.querySelector(`.${button.parentElement?.className}`);
    if (!tools) return;
    const buttons = [...tools.children].slice(0, 2) as HTMLButtonElement[];
    (buttons[place]?.disabled ? buttons[1 - place] : buttons[place])?.focus();
  });
}
