import { useState } from 'react';
import { Dialog, type DialogProps } from '../../../site/dialog/Dialog.tsx';

/**
 * Buttons that open a dialog of the same name: a plain one, one that only its close button closes,
 * and one with a nested dialog.
 */
export default function Dialogs({ closeLabel }: { closeLabel: string }) {
  const [opened, setOpened] = useState<string>();
  const [innerIsOpen, setInnerIsOpen] = useState(false);
  const dialog = (name: string): Omit<DialogProps, 'children'> => ({
    open: opened === name,
    onClose: () => setOpened(undefined),
    label: name,
    closeLabel,
  });
  return (
    <>
      {['content', 'disableClose', 'nested'].map((name) => (
        <p key={name}>
          <button type="button" onClick={() => setOpened(name)}>
            {name}
          </button>
        </p>
      ))}
      <Dialog {...dialog('content')}>
        <p>content</p>
      </Dialog>
      <Dialog {...dialog('disableClose')} disableClose>
        <p>disableClose</p>
      </Dialog>
      <Dialog {...dialog('nested')}>
        <button type="button" onClick={() => setInnerIsOpen(true)}>
          inner
        </button>
        <Dialog
          open={innerIsOpen}
          onClose={() => setInnerIsOpen(false)}
          label="inner"
          closeLabel={closeLabel}
        >
          <p>inner</p>
        </Dialog>
      </Dialog>
    </>
  );
}
