/** The parts of a mouse event that tell a plain click from 'open in a new tab'. */
interface Click {
  button: number;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
}

/** Whether a click on a link asks for what the page does with it, not for the browser's own ways. */
export function isPlainClick(click: Click): boolean {
  const hasModifier = click.altKey || click.ctrlKey || click.metaKey || click.shiftKey;
  return click.button === 0 && !hasModifier && !click.defaultPrevented;
}
