import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterAnimations } from './after-animations.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  /** The dialog stays mounted until its exit animation has ended. */
  open: boolean;
  /** Called when the visitor wants to close the dialog; the parent then sets `open` to false. */
  onClose: () => void;
  label: string;
  closeLabel: string;
  /** Disables Escape and the backdrop, but not the close button. */
  disableClose?: boolean | undefined;
  /**
   * 'content' (default): the size of its content, at most 80vw. 'window': the window minus 10 px.
   * 'beside': like 'content', below the element that opened it. 'privacy': 95 % of the window each
   * way.
   */
  size?: 'content' | 'beside' | 'window' | 'privacy';
  /** The content is not mounted while the dialog is closed. */
  children: ReactNode;
}

/**
 * A native modal dialog; it is closing while its exit animation runs (specification, section 4).
 */
export function Dialog(props: DialogProps) {
  const [isInPage, setIsInPage] = useState(props.open);
  if (props.open && !isInPage) setIsInPage(true);
  if (!isInPage) return null;
  const modal = <ModalDialog {...props} onClosed={() => setIsInPage(false)} />;
  // The portal keeps the dialog from inheriting colours and sizes of the element that uses it.
  return createPortal(modal, document.body);
}

function ModalDialog(props: DialogProps & { onClosed: () => void }) {
  const { open, onClose, onClosed, size = 'content', disableClose = false } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const dismiss = () => {
    if (!disableClose) onClose();
  };

  const show = useEffectEvent((dialog: HTMLDialogElement) => {
    // The style sheet reserves the width of the page's scrollbar, which disappears.
    const { style, clientWidth } = document.documentElement;
    style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
    const opener = document.activeElement;
    if (size === 'window' && opener) growFrom(opener, dialog);
    dialog.showModal();
    if (size !== 'beside' || !opener) return;
    const place = () => placeBeside(opener, dialog);
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    const stop = dialog && show(dialog);
    return () => {
      stop?.();
      // The browser returns the focus to the opener.
      dialog?.close();
    };
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
      data-size={size}
      data-state={open ? 'open' : 'closing'}
      aria-label={props.label}
      closedby={disableClose ? 'none' : 'closerequest'}
      // This handles the press and not the click, because a click also ends on the backdrop when
      // the visitor selects text and drags out of the dialog.
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // When nothing is animated, the dialog closes at once, and the default action of the press
        // would then take the focus away from the opener.
        event.preventDefault();
        dismiss();
      }}
      // The browser sends this for Escape, and for a phone's back gesture.
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      onClose={() => {
        // The browser closed the dialog itself, without an exit animation.
        onClosed();
        onClose();
      }}
    >
      <button
        type="button"
        className={styles.close}
        aria-label={props.closeLabel}
        onClick={onClose}
      >
        <svg className="line-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      <div className={styles.content}>{props.children}</div>
    </dialog>
  );
}

/** Makes a dialog grow from its opener. Call this before the first frame. */
function growFrom(opener: Element, dialog: HTMLDialogElement) {
  const { left, top, width, height } = opener.getBoundingClientRect();
  const openerScale = Math.max(width / innerWidth, height / innerHeight);
  const scale = Math.min(0.95, openerScale);
  // Maps the centre of the window to the centre of the opener.
  const origin = (openerMiddle: number, windowSize: number) =>
    (openerMiddle - (scale * windowSize) / 2) / (1 - scale);
  const x = origin(left + width / 2, innerWidth);
  const y = origin(top + height / 2, innerHeight);
  dialog.style.transformOrigin = `${x}px ${y}px`;
  dialog.style.setProperty('--opener-scale', String(scale));
}

/** The distance between a dialog and its opener. */
const GAP_PX = 4;
/** The space of a field's label above its opener. */
const LABEL_PX = 32;

/**
 * Places a dialog where it fits: below its opener, flush with the opener's right edge; otherwise
 * above the opener's label; otherwise to its right. Where none fits, the dialog stays centred.
 *
 * CSS anchor positioning would do the same, but WebKit (Safari 26.0) ignores how far the page is
 * scrolled when it chooses a fallback, and leaves the dialog in its starting style, transparent.
 */
function placeBeside(opener: Element, dialog: HTMLDialogElement) {
  const { top, bottom, right } = opener.getBoundingClientRect();
  // The attribute is set before the dialog is measured, because a placed dialog has a border.
  dialog.toggleAttribute('data-placed', true);
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const boxes = [
    { x: right - width, y: bottom + GAP_PX },
    { x: right - width, y: top - LABEL_PX - height },
    { x: right + 2 * GAP_PX, y: Math.max(0, Math.min(top - height / 2, innerHeight - height)) },
  ];
  const box = boxes.find(({ x, y }) => {
    return x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
  });
  dialog.toggleAttribute('data-placed', box !== undefined);
  dialog.style.setProperty('--left', `${box?.x}px`);
  dialog.style.setProperty('--top', `${box?.y}px`);
}
