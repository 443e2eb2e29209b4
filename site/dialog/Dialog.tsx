import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { afterAnimations } from './after-animations.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  /** Requested state. The dialog stays mounted until its exit animation has ended. */
  open: boolean;
  /** Called on Escape, a click on the backdrop or the close button. The parent then sets `open`. */
  onClose: () => void;
  /** Accessible name. */
  label: string;
  /** Label of the close button. */
  closeLabel: string;
  /** Disables closing by Escape and the backdrop, but not by the close button. */
  disableClose?: boolean;
  /**
   * 'content' (default): the size of its content, at most 80vw. 'window': the window minus 10 px.
   * 'beside': like 'content', below the element that opened it.
   */
  size?: 'content' | 'beside' | 'window' | 'privacy';
  /** Not mounted while the dialog is closed. */
  children: ReactNode;
}

/**
 * A modal dialog based on `<dialog>`: the browser handles focus, inertness and the top layer. Its
 * states (specification, section 4): open, closing while the exit animation runs, closed.
 */
export function Dialog(props: DialogProps) {
  const [isInPage, setIsInPage] = useState(props.open);
  if (props.open && !isInPage) setIsInPage(true);
  if (!isInPage) return null;
  // Outside the element that uses it, so that it does not inherit that element's colours and sizes.
  return createPortal(
    <ModalDialog {...props} onClosed={() => setIsInPage(false)} />,
    document.body,
  );
}

function ModalDialog({ open, onClosed, ...props }: DialogProps & { onClosed: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const backdropPress = usePressOnBackdrop(() => dismiss());
  const dismiss = () => {
    if (!props.disableClose) props.onClose();
  };

  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    keepScrollbarSpace();
    // Must happen before it is shown, so that the first frame of the animation covers the opener.
    if (dialog?.dataset.size === 'window' && opener) growFromOpenerBox(opener, dialog);
    dialog?.showModal();
    if (dialog?.dataset.size !== 'window' && opener) growFromOpenerCenter(opener, dialog);
    // The browser returns the focus to the opener.
    return () => dialog?.close();
  }, []);

  const finish = useEffectEvent(onClosed);
  useLayoutEffect(() => {
    if (open || !ref.current) return;
    return afterAnimations(ref.current, () => finish());
  }, [open]);

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-size={props.size ?? 'content'}
      data-state={open ? 'open' : 'closing'}
      aria-label={props.label}
      closedby={props.disableClose ? 'none' : 'closerequest'}
      {...backdropPress}
      // Browsers without `closedby` close the dialog on a second Escape even if the first was
      // cancelled.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && props.disableClose) event.preventDefault();
      }}
      // Escape, or a phone's back gesture. React also bubbles events of a nested dialog.
      onCancel={(event: SyntheticEvent) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        dismiss();
      }}
      // The browser closed it without asking.
      onClose={(event: SyntheticEvent) => {
        if (event.target !== event.currentTarget) return;
        onClosed();
        props.onClose();
      }}
    >
      <button
        type="button"
        className={styles.close}
        aria-label={props.closeLabel}
        onClick={props.onClose}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      <div className={styles.content}>{props.children}</div>
    </dialog>
  );
}

/** Animates a window-sized dialog from the position and size of its opener. */
function growFromOpenerBox(opener: Element, dialog: HTMLDialogElement) {
  const { left, top, width, height } = opener.getBoundingClientRect();
  const scale = Math.min(0.95, Math.max(width / innerWidth, height / innerHeight));
  // The transform origin that maps the centre of the window to the centre of the opener.
  const origin = (openerMiddle: number, windowSize: number) =>
    (openerMiddle - (scale * windowSize) / 2) / (1 - scale);
  const x = origin(left + width / 2, innerWidth);
  const y = origin(top + height / 2, innerHeight);
  dialog.style.transformOrigin = `${x}px ${y}px`;
  dialog.style.setProperty('--opener-scale', String(scale));
}

/** Animates any other dialog from the centre of its opener. */
function growFromOpenerCenter(opener: Element, dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  const { left, top, width, height } = opener.getBoundingClientRect();
  const x = left + width / 2 - dialog.offsetLeft;
  const y = top + height / 2 - dialog.offsetTop;
  dialog.style.transformOrigin = `${x}px ${y}px`;
}

/**
 * While a dialog is open the page has no scrollbar. The style sheet reserves its width, so that the
 * layout does not shift.
 */
function keepScrollbarSpace() {
  if (document.querySelector('dialog:modal')) return;
  const { style, clientWidth } = document.documentElement;
  style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
}

/**
 * A press that starts and ends on the backdrop. Selecting text from inside the dialog to the
 * backdrop does not count.
 */
function usePressOnBackdrop(onPress: () => void) {
  const began = useRef(false);
  const isBackdrop = (event: MouseEvent) => event.target === event.currentTarget;
  return {
    onPointerDown: (event: MouseEvent) => {
      began.current = isBackdrop(event);
    },
    onClick: (event: MouseEvent) => {
      if (began.current && isBackdrop(event)) onPress();
      began.current = false;
    },
  };
}
