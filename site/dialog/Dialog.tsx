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
  /** What the owner wants; the dialog follows, with its exit animation. */
  open: boolean;
  /** The visitor asked to close it, by Escape, the backdrop or the button; the owner sets `open`. */
  onClose: () => void;
  /** Its accessible name. */
  label: string;
  /** Name of the close button. */
  closeLabel: string;
  /** Keeps Escape and the backdrop from closing it. The close button stays. */
  disableClose?: boolean;
  /**
   * 'content', the default: as large as its content, at most 80vw. 'window': minus 10 px. 'beside':
   * as 'content', below what opened it, with the page in sight.
   */
  size?: 'content' | 'beside' | 'window' | 'privacy';
  /** Not in the page while the dialog is closed. */
  children: ReactNode;
}

/**
 * A modal dialog on the native element: focus, inertness and the top layer are the browser's. Its
 * states (specification, section 4): open, closing while the exit animation runs, closed.
 */
export function Dialog(props: DialogProps) {
  const [isInPage, setIsInPage] = useState(props.open);
  if (props.open && !isInPage) setIsInPage(true);
  if (!isInPage) return null;
  // Outside of the element that uses it: a footer's colours and sizes are not the dialog's.
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
    // Before it is shown: its first frame stands on what opened it.
    if (dialog?.dataset.size === 'window' && opener) growFromAllOf(opener, dialog);
    dialog?.showModal();
    if (dialog?.dataset.size !== 'window' && opener) growFromMiddleOf(opener, dialog);
    // The browser hands the focus back to what had it.
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
      // Browsers without `closedby` let a second Escape close it, whatever became of the first.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && props.disableClose) event.preventDefault();
      }}
      // Escape, or a phone's back gesture. React hands on those of a dialog inside this one too.
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

/** A dialog as large as the window begins as large as what opened it, and where that stands. */
function growFromAllOf(opener: Element, dialog: HTMLDialogElement) {
  const { left, top, width, height } = opener.getBoundingClientRect();
  const scale = Math.min(0.95, Math.max(width / innerWidth, height / innerHeight));
  // The point that stays where it is while the window's middle comes from the opener's.
  const origin = (openerMiddle: number, windowSize: number) =>
    (openerMiddle - (scale * windowSize) / 2) / (1 - scale);
  const x = origin(left + width / 2, innerWidth);
  const y = origin(top + height / 2, innerHeight);
  dialog.style.transformOrigin = `${x}px ${y}px`;
  dialog.style.setProperty('--opener-scale', String(scale));
}

/** Another dialog grows from the middle of what opened it, and shrinks back to it. */
function growFromMiddleOf(opener: Element, dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  const { left, top, width, height } = opener.getBoundingClientRect();
  const x = left + width / 2 - dialog.offsetLeft;
  const y = top + height / 2 - dialog.offsetTop;
  dialog.style.transformOrigin = `${x}px ${y}px`;
}

/**
 * While a dialog is open the page has no scrollbar. The style sheet keeps the space that it took, so
 * that nothing shifts; the dialog itself may use it.
 */
function keepScrollbarSpace() {
  if (document.querySelector('dialog:modal')) return;
  const { style, clientWidth } = document.documentElement;
  style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
}

/** A press that began and ended on the backdrop; selecting text out of the dialog is none. */
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
