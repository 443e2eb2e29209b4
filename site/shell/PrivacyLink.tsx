import { type MouseEvent, useState } from 'react';
import { lateComponent, useLateComponent } from '../late-component.ts';
import { isPlainClick } from '../scroll/scroll.ts';
import type { PrivacyDialogContent } from './PrivacyDialog.tsx';

const privacyDialog = lateComponent(() => import('./PrivacyDialog.tsx'));

export interface PrivacyLinkProps extends PrivacyDialogContent {
  label: string;
}

/** The footer's link: opens the dialog; without script, or in a new tab, the page itself. */
export default function PrivacyLink({ label, ...content }: PrivacyLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { Component: PrivacyDialog, whenNear } = useLateComponent(privacyDialog, isOpen, () =>
    window.location.assign(content.href),
  );
  return (
    <>
      <a
        href={content.href}
        aria-haspopup="dialog"
        {...whenNear}
        onClick={(event: MouseEvent<HTMLAnchorElement>) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {label}
      </a>
      {PrivacyDialog && (
        <PrivacyDialog {...content} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
