/**
 * A ref that shows a dialog. It also closes the dialog before it is removed: only closing gives the
 * focus back to the control that it was on.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
