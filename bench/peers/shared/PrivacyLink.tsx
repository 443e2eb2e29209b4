'use client';
import { useRef, useState } from 'react';
import type { Link } from './content.ts';

/** Opens the privacy page in a dialog, fetched only then; without script the page itself. */
export function PrivacyLink({ link, close }: { link: Link; close: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <a
        href={link.href}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(true);
          dialog.current?.showModal();
        }}
      >
        {link.label}
      </a>
      <dialog ref={dialog} aria-label={link.label} onClose={() => setIsOpen(false)}>
        <button type="button" onClick={() => dialog.current?.close()}>
          {close}
        </button>
        {isOpen && <iframe src={link.href} title={link.label} />}
      </dialog>
    </>
  );
}
