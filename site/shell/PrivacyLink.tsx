import { type MouseEvent, useState } from 'react';
import { isPlainClick } from '../scroll/plain-click.ts';
import { PrivacyDialog, type PrivacyDialogContent } from './PrivacyDialog.tsx';

export interface PrivacyLinkProps extends PrivacyDialogContent {
  label: string;
}

/** The footer's link: opens the dialog; without script, or in a new tab, the page itself. */
export default function PrivacyLink({ label, ...content }: PrivacyLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <a
        href={content.href}
        aria-haspopup="dialog"
        onClick={(event: MouseEvent<HTMLAnchorElement>) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {label}
      </a>
      <PrivacyDialog {...content} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
