import { type ComponentProps, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { showModal } from './show-modal.ts';

interface ButtonProps
  extends Pick<
    ComponentProps<'button'>,
    'disabled' | 'aria-pressed' | 'aria-current' | 'aria-describedby'
  > {
  label: string;
  /** What the action applies to, for a screen reader. */
  about?: string;
  /** A second, quieter line. */
  detail?: string;
  icon?: IconName;
  kind?: 'main' | 'publish' | 'add' | 'remove' | 'cancel' | 'icon' | 'skip';
  /** The label of a second button, which confirms what cannot be undone: 'Ja, wis voorgoed'. */
  confirmLabel?: string;
  /** A field that is shown together with `confirmLabel`. */
  field?: ReactNode;
  onPress?: (event: MouseEvent<HTMLElement>) => unknown;
  href?: string;
}

/** A button, or a link like one. */
export function Button(props: ButtonProps) {
  const { label, about = '', detail, icon, kind = '', ...others } = props;
  const { confirmLabel, field, onPress, href, disabled, ...attributes } = others;
  const [asked, setAsked] = useState<DOMRect>();
  const ask = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    setAsked(currentTarget.getBoundingClientRect());
  const press = confirmLabel ? ask : onPress;
  const shared = {
    'aria-label': detail ? undefined : `${label} ${about}`.trim(),
    children: (
      <>
        {icon && <Icon name={icon} />}
        {kind !== 'icon' && <span>{label}</span>}
        {detail && <span className="help">{detail}</span>}
      </>
    ),
  };
  if (href) return <a className={`button ${kind}`} href={href} onClick={onPress} {...shared} />;
  return (
    <>
      <button
        type="button"
        className={kind}
        // With the attribute `disabled` a button that waits after its press would lose the focus.
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : press}
        {...shared}
        {...attributes}
      />
      {confirmLabel && asked && (
        <Confirm
          {...{ label, about, confirmLabel, field, tapped: asked }}
          onClose={() => setAsked(undefined)}
          onConfirm={(event) => onPress?.(event)}
        />
      )}
    </>
  );
}

/**
 * Asks once more. The buttons are in the other half of the screen than the first tap, so that a
 * double tap confirms nothing.
 */
function Confirm(props: {
  label: string;
  about: string;
  confirmLabel: string;
  field: ReactNode;
  tapped: DOMRect;
  onClose: () => void;
  onConfirm: (event: MouseEvent<HTMLElement>) => void;
}) {
  const { label, about, confirmLabel, field, tapped, onClose, onConfirm } = props;
  const isBelow = tapped.top + tapped.height / 2 > window.innerHeight / 2;
  const id = useId();
  return createPortal(
    <dialog
      className="confirm"
      data-at={isBelow ? 'top' : 'bottom'}
      aria-labelledby={id}
      ref={showModal}
      onClose={onClose}
    >
      <p id={id}>{about ? `${label} ‘${about}’` : label}: weet je het zeker?</p>
      {field}
      <div className="buttons">
        <Button label="Nee, laat staan" onPress={onClose} />
        <Button
          kind="remove"
          label={confirmLabel}
          about={about}
          onPress={(event) => {
            // A menu around it closes next, and then has the focus to give back.
            event.currentTarget.closest('dialog')?.close();
            onConfirm(event);
          }}
        />
      </div>
    </dialog>,
    document.body,
  );
}
