import { type MouseEvent, useState } from 'react';
import { isPlainClick } from '../scroll/plain-click.ts';
import { PAGE_PATHS } from '../routes.ts';
import { useSharedContent } from '../shared-content.tsx';
import { PrivacyDialog } from './PrivacyDialog.tsx';

/** The footer's link: opens the dialog; without script, or in a new tab, the page itself. */
export function PrivacyLink() {
  const { messages } = useSharedContent();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <a
        href={PAGE_PATHS.privacy}
        aria-haspopup="dialog"
        onClick={(event: MouseEvent<HTMLAnchorElement>) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {messages.shell.privacy}
      </a>
      <PrivacyDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
