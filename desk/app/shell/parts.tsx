import {
  Children,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useDesk, useFailure } from '../desk.ts';
import { closeTo, hrefOf, useRoute } from '../route.ts';
import { useUploadProgress } from '../upload.ts';

/**
 * Hidden from screen readers: a text beside it says the same.
 *
 * @param name a symbol of `public/icons.svg`
 */
export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon-drawing" data-icon={name} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}

/** A screen without a page beside it. */
export function Screen(props: { title: string; lead?: string; children: ReactNode }) {
  const { title, lead, children } = props;
  const [word = '', name] = useRoute();
  return (
    <div className="screen">
      {name && (
        <a
          className="back"
          href={hrefOf(word)}
          onClick={(event) => {
            event.preventDefault();
            closeTo(hrefOf(word));
          }}
        >
          <Icon name="back" /> Terug
        </a>
      )}
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </div>
  );
}

/**
 * Takes the place of what the server has not answered yet.
 *
 * @param what names it in the plural: 'De foto’s'
 */
export function Waiting({
  route,
  what,
}: {
  route: Parameters<typeof useFailure>[0];
  what: string;
}) {
  const failure = useFailure(route);
  const text = failure ? `${what} konden niet geladen worden. ${failure}` : `${what} komen eraan.`;
  return (
    <p className="loading" role="status">
      {text}
    </p>
  );
}

/** A list of rows. Without rows it shows `empty`, or nothing. */
export function Rows(props: { title?: string; empty?: ReactNode; children: ReactNode }) {
  const { title, empty, children } = props;
  const isEmpty = Children.toArray(children).length === 0;
  if (isEmpty && !empty) return null;
  return (
    <>
      {title && <h2>{title}</h2>}
      {isEmpty && (typeof empty === 'string' ? <p className="empty">{empty}</p> : empty)}
      {!isEmpty && <ul className="rows">{children}</ul>}
    </>
  );
}

interface RowProps {
  title: string;
  lines: (string | false | undefined)[];
  href?: string | undefined;
  /** What is shown beside the title: a state and buttons. */
  children?: ReactNode;
}

/** A row of a list, which begins with an icon or with a picture. */
export function Row(props: RowProps & ({ icon: string } | { picture: ReactNode })) {
  const { title, lines, href } = props;
  const picture = 'icon' in props ? <Icon name={props.icon} /> : props.picture;
  const Main = href ? 'a' : 'div';
  return (
    <li>
      <Main className="row-main" href={href}>
        {picture}
        <span>
          <strong>{title}</strong>
          {lines.map((line) => line && <span key={line}>{line}</span>)}
        </span>
      </Main>
      {props.children}
    </li>
  );
}

interface ButtonProps extends Pick<ComponentProps<'button'>, 'disabled' | 'aria-pressed'> {
  label: string;
  /** The object of the action, for a screen reader. */
  about?: string;
  icon?: string;
  kind?: 'main' | 'publish' | 'add' | 'remove' | 'icon' | 'skip';
  /** The question of what cannot be undone, which is asked once more: 'Ja, wis voorgoed'. */
  sure?: string;
  /** A field that is asked together with `sure`. */
  field?: ReactNode;
  onPress?: (event: MouseEvent<HTMLElement>) => unknown;
  href?: string;
}

/** A button, or a link like one. */
export function Button(props: ButtonProps) {
  const { label, about = '', icon, kind = '', sure, field, onPress, href, ...rest } = props;
  const [asked, setAsked] = useState<DOMRect>();
  const ask = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    setAsked(currentTarget.getBoundingClientRect());
  const shared = {
    'aria-label': `${label} ${about}`.trim(),
    children: (
      <>
        {icon && <Icon name={icon} />}
        {kind !== 'icon' && <span>{label}</span>}
      </>
    ),
  };
  if (href) return <a className={`button ${kind}`} href={href} onClick={onPress} {...shared} />;
  return (
    <>
      <button type="button" className={kind} onClick={sure ? ask : onPress} {...shared} {...rest} />
      {sure && asked && (
        <Confirm
          {...{ label, about, sure, field, tapped: asked }}
          onClose={() => setAsked(undefined)}
          onSure={(event) => onPress?.(event)}
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
  sure: string;
  field: ReactNode;
  tapped: DOMRect;
  onClose: () => void;
  onSure: (event: MouseEvent<HTMLElement>) => void;
}) {
  const { label, about, sure, field, tapped, onClose, onSure } = props;
  const isBelow = tapped.top + tapped.height / 2 > window.innerHeight / 2;
  const id = useId();
  return createPortal(
    <dialog
      className="confirm"
      data-at={isBelow ? 'top' : 'bottom'}
      aria-labelledby={id}
      ref={(element) => void (element?.open || element?.showModal())}
      onClose={onClose}
    >
      <p id={id}>{about ? `${label} ‘${about}’` : label}: weet je het zeker?</p>
      {field}
      <div className="buttons">
        <Button label="Nee, laat staan" onPress={onClose} />
        <Button
          kind="remove"
          label={sure}
          about={about}
          onPress={(event) => {
            onClose();
            onSure(event);
          }}
        />
      </div>
    </dialog>,
    document.body,
  );
}

const FILE_KINDS = {
  photo: { icon: 'camera', accept: 'image/*,.heic,.heif' },
  logo: { icon: 'photo', accept: '.svg,.png' },
  pdf: { icon: 'file', accept: '.pdf' },
} as const;

/** A button that chooses files. Files may be dropped on it too. */
export function FileButton(props: {
  kind: keyof typeof FILE_KINDS;
  label: string;
  /** The file that it replaces, for a screen reader. */
  about?: string;
  isMultiple?: boolean;
  onFiles: (files: [File, ...File[]]) => unknown;
}) {
  const { kind, label, about = '', isMultiple } = props;
  const [isSending, setSending] = useState(false);
  const send = async (files: [File, ...File[]]) => {
    setSending(true);
    try {
      await props.onFiles(files);
    } finally {
      setSending(false);
    }
  };
  const { icon, accept } = FILE_KINDS[kind];
  const { isBusy } = useDesk();
  return (
    <div className="file-button" data-busy={isBusy || undefined}>
      <Icon name={icon} />
      {isSending ? <UploadStatus /> : <span>{isBusy ? 'Even geduld' : label}</span>}
      <input
        type="file"
        aria-label={`${label} ${about}`.trim()}
        accept={accept}
        multiple={isMultiple}
        // The button is not `disabled`, which would take the focus away during an upload.
        aria-disabled={isBusy}
        onClick={(event) => isBusy && event.preventDefault()}
        onDrop={(event) => isBusy && event.preventDefault()}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? [];
          if (first) send([first, ...others]);
          target.value = '';
        }}
      />
    </div>
  );
}

function UploadStatus() {
  const upload = useUploadProgress();
  if (!upload) return <span role="status">Even geduld</span>;
  const { name, n, of, sent } = upload;
  const count = of > 1 ? `Foto ${n} van ${of}` : 'Onderweg';
  return (
    <span className="upload-status">
      <span role="status">{sent < 1 ? `${count}: ${name}` : `${name} wordt klaargemaakt`}</span>
      <progress aria-label={name} max={1} value={sent < 1 ? sent : undefined} />
    </span>
  );
}

/** A menu with more actions of a row. On a phone it is a sheet. */
export function MoreMenu(props: {
  title: string;
  /** The words on the menu's button. Default: an icon. */
  label?: string;
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
    const { bottom, right } = currentTarget.getBoundingClientRect();
    // On a wide screen the menu is beside its button (controls.css).
    sheet.current?.style.setProperty('--below', `${bottom}px`);
    sheet.current?.style.setProperty('--right', `${window.innerWidth - right}px`);
    sheet.current?.showModal();
  };
  const close = () => sheet.current?.close();
  return (
    <>
      {props.label ? (
        <Button icon="plus" label={props.label} about={props.title} onPress={open} />
      ) : (
        <Button kind="icon" icon="more" label={`Meer met ${props.title}`} onPress={open} />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog */}
      <dialog
        className="menu"
        aria-label={props.title}
        ref={sheet}
        onClick={({ target }) => target === sheet.current && close()}
      >
        {props.question && <p className="help">{props.question}</p>}
        {props.actions.map(([label, run, sure, field], index) => (
          // The key is no label: that of a switch changes while it is pressed.
          <Button
            key={index}
            label={label}
            onPress={() => {
              close();
              run();
            }}
            {...(sure && { sure, field })}
          />
        ))}
      </dialog>
    </>
  );
}

/**
 * Moves, duplicates or removes an entry of a list. Its `li` needs its index as key, so that the focus
 * follows.
 */
export function EntryTools(props: {
  name: string;
  index: number;
  length: number;
  minLength?: number | undefined;
  onMove: (to: number) => void;
  /** Undefined when entries cannot be duplicated here. */
  onDuplicate?: (() => void) | undefined;
  /** Undefined when entries cannot be removed here. */
  onRemove?: () => void;
  children?: ReactNode;
}) {
  const { name, index, length, minLength = 0, onMove, onDuplicate, onRemove } = props;
  const move = (button: HTMLElement, by: -1 | 1) => {
    const row = button.closest('li');
    const next = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
    onMove(index + by);
    requestAnimationFrame(() => {
      const buttons = [...(next?.querySelectorAll<HTMLElement>('[data-move]:enabled') ?? [])];
      const same = buttons.find(({ dataset }) => dataset.move === String(by));
      (same ?? buttons[0])?.focus();
    });
  };
  const moves = length > 1 ? ([-1, 1] as const) : [];
  return (
    <div className="tools">
      {moves.map((by) => (
        <Button
          key={by}
          data-move={by}
          kind="icon"
          icon={by < 0 ? 'up' : 'down'}
          label={`${name} ${by < 0 ? 'omhoog' : 'omlaag'}`}
          disabled={index + by < 0 || index + by >= length}
          onPress={({ currentTarget }) => move(currentTarget, by)}
        />
      ))}
      {onDuplicate && (
        <Button kind="icon" icon="copy" label={`${name} dupliceren`} onPress={onDuplicate} />
      )}
      {onRemove && (
        <Button
          kind="icon"
          icon="close"
          label={`${name} weghalen`}
          disabled={length <= minLength}
          onPress={onRemove}
        />
      )}
      {props.children}
    </div>
  );
}

/** '1 november 2026'; with the time: '1 november 2026 om 13:00'. */
export function formatDay(ms: number, timeStyle?: 'short'): string {
  return new Date(ms).toLocaleString('nl-BE', { dateStyle: 'long', timeStyle });
}
