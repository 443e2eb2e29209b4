import { type MouseEvent, useState } from 'react';
import { retryableImport } from '../browser/retry-import.ts';
import { isPlain } from '../browser/scroll.ts';
import { useLazyComponent } from '../browser/use-lazy-component.ts';
import type { PrivacyDialogContent } from './PrivacyDialog.tsx';

const loadPrivacyDialog = retryableImport(() => import('./PrivacyDialog.tsx'));

/** Opens the privacy dialog. Without scripts, or in a new tab, it is a plain link. */
export default function PrivacyLink(props: PrivacyDialogContent & { label: string }) {
  const { label, ...content } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { Component: PrivacyDialog, preloadHandlers } = useLazyComponent(
    loadPrivacyDialog,
    isOpen,
    () => window.location.assign(content.href),
  );
  return (
    <>
      <a
        href={content.href}
        aria-haspopup="dialog"
        {...preloadHandlers}
        onClick={(event: MouseEvent<HTMLAnchorElement>) => {
          if (!isPlain(event)) return;
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
