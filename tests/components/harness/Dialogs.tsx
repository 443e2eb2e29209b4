import { useState } from 'react';
import { Dialog, type DialogProps } from '../../../site/dialog/Dialog.tsx';

/** Buttons that open a dialog of the same name: a plain one, and one with closing disabled. */
export default function Dialogs({ closeLabel }: { closeLabel: string }) {
  const [opened, setOpened] = useState<string>();
  const dialog = (name: string): Omit<DialogProps, 'children'> => ({
    open: opened === name,
    onClose: () => setOpened(undefined),
    label: name,
    closeLabel,
  });
  return (
    <>
      {['content', 'disableClose'].map((name) => (
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
    </>
  );
}
