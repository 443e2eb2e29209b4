import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';

/** A menu with more actions of a row. On a phone it is a sheet. */
export function MoreMenu(props: {
  title: string;
  /** The words on the menu's button. Default: an icon. */
  label?: string;
  /** Whether the button shows what is chosen from a list, such as the open page. */
  isList?: boolean;
  /** The index of the action that is chosen already. */
  chosen?: number;
  /** A heading above the actions: 'Op welke pagina?' */
  question?: string;
  /**
   * @param sure the question that is asked once more
   * @param field is asked together with it
   */
  actions: [label: string, run: () => void, sure?: string, field?: ReactNode][];
}) {
  const sheet = useRef<HTMLDialogElement>(null);
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const { bottom, left, right } = currentTarget.getBoundingClientRect();
    // On a wide screen the menu is beside its button (controls.css).
    sheet.current?.style.setProperty('--below', `${bottom}px`);
    sheet.current?.style.setProperty('--left', `${left}px`);
    sheet.current?.style.setProperty('--right', `${window.innerWidth - right}px`);
    sheet.current?.showModal();
  };
  const close = () => sheet.current?.close();
  return (
    <>
      {props.label ? (
        <Button
          {...(props.isList ? { 'data-list': true } : { icon: 'plus' })}
          label={props.label}
          about={props.title}
          onPress={open}
        />
      ) : (
        <Button kind="icon" icon="more" label={`Meer met ${props.title}`} onPress={open} />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog */}
      <dialog
        className="menu"
        data-list={props.isList}
        aria-label={props.title}
        ref={sheet}
        onClick={({ target }) => target === sheet.current && close()}
      >
        {props.question && <p className="help">{props.question}</p>}
        {props.actions.map(([label, run, sure, field], index) => (
          // The key is the index, because the label of a switch changes while it is pressed.
          <Button
            key={index}
            label={label}
            aria-current={index === props.chosen || undefined}
            onPress={() => {
              close();
              run();
            }}
            {...(sure && { sure, field, kind: 'remove' })}
          />
        ))}
      </dialog>
    </>
  );
}
