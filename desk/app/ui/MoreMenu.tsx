import { Fragment, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import { followRemoval } from './row-focus.ts';

export interface MenuAction {
  label: string;
  /** A second, quieter line: the address of a page. */
  detail?: string;
  /** @param button the one that opened the menu */
  run: (button: HTMLElement) => void;
  /**
   * Whether the action removes the row. It is then set apart from the others, in its own colour.
   */
  isRemoval?: boolean;
  /** The label of a second button, as in `Button`. */
  confirmLabel?: string;
  /** A field that is shown together with `confirmLabel`. */
  field?: ReactNode;
}

/** A menu with more actions of a row. On a phone it is a sheet, which says what it is about. */
export function MoreMenu(props: {
  title: string;
  /** What `title` is: a kind of section, the address of a page. */
  detail?: string | undefined;
  /** The words on the menu's button. Default: an icon. */
  label?: string;
  /** Whether the button shows what is chosen from a list, such as the open page. */
  isList?: boolean;
  /** The index of the action that is chosen already. */
  chosen?: number;
  /** A heading above the actions: 'Op welke pagina?' */
  question?: string;
  actions: MenuAction[];
}) {
  const { title, detail, label, isList, question } = props;
  const sheet = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLElement>(null);
  const id = useId();
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const { bottom, left, right } = currentTarget.getBoundingClientRect();
    opener.current = currentTarget;
    // On a wide screen the menu is beside its button (controls.css).
    sheet.current?.style.setProperty('--below', `${bottom}px`);
    sheet.current?.style.setProperty('--left', `${left}px`);
    sheet.current?.style.setProperty('--right', `${window.innerWidth - right}px`);
    sheet.current?.showModal();
  };
  const close = () => sheet.current?.close();
  return (
    <>
      {label ? (
        <Button
          {...(isList ? { 'data-list': true } : { icon: 'plus' })}
          label={label}
          about={title}
          onPress={open}
        />
      ) : (
        <Button
          data-tool="more"
          kind="icon"
          icon="more"
          label={`Meer met ${title}`}
          onPress={open}
        />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog */}
      <dialog
        className="menu"
        data-list={isList}
        aria-labelledby={id}
        ref={sheet}
        onClick={({ target }) => target === sheet.current && close()}
      >
        <p className="menu-head">
          <strong id={id}>{title}</strong>
          {detail && <span className="help">{detail}</span>}
        </p>
        {question && <p className="help">{question}</p>}
        <div className="menu-actions">
          {props.actions.map(({ label, detail, run, isRemoval, confirmLabel, field }, index) => (
            // The key is the index, because the label of a switch changes while it is pressed.
            <Fragment key={index}>
              {isRemoval && <hr />}
              <Button
                label={label}
                {...(detail !== undefined && { detail })}
                aria-current={index === props.chosen || undefined}
                {...(isRemoval && { kind: 'remove' })}
                {...(confirmLabel && { confirmLabel, field })}
                onPress={() => {
                  close();
                  if (!opener.current) return;
                  run(opener.current);
                  if (isRemoval) followRemoval(opener.current);
                }}
              />
            </Fragment>
          ))}
        </div>
        <Button kind="cancel" label="Annuleer" onPress={close} />
      </dialog>
    </>
  );
}
