import { Children, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/**
 * A list of rows. Without rows it shows `empty`, or nothing.
 *
 * @param headingId the heading of a list without `title`
 * @param kind `cards`: the buttons of a row are below its words on a phone; `enquiries`: the whole
 *   row is a link
 */
export function Rows(props: {
  title?: string;
  headingId?: string;
  empty?: ReactNode;
  kind?: 'cards' | 'enquiries';
  children: ReactNode;
}) {
  const { title, headingId, empty, kind, children } = props;
  const isEmpty = Children.toArray(children).length === 0;
  const id = useId();
  if (isEmpty && !empty) return null;
  return (
    <>
      {title && <h2 id={id}>{title}</h2>}
      {isEmpty && (typeof empty === 'string' ? <p className="empty">{empty}</p> : empty)}
      {!isEmpty && (
        <ul className={kind ? `rows ${kind}` : 'rows'} aria-labelledby={title ? id : headingId}>
          {children}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  title: string;
  lines: ReactNode[];
  href?: string | undefined;
  /** What is shown beside the title: a state and buttons. */
  children?: ReactNode;
}

/** A row of a list, which begins with an icon or with a picture. */
export function Row(props: RowProps & ({ icon: IconName } | { picture: ReactNode })) {
  const { title, lines, href } = props;
  const picture = 'icon' in props ? <Icon name={props.icon} /> : props.picture;
  const Main = href ? 'a' : 'div';
  return (
    <li>
      <Main className="row-main" href={href}>
        {picture}
        <span>
          <strong>{title}</strong>
          {lines.map((line, index) => line && <span key={index}> {line}</span>)}
        </span>
      </Main>
      {props.children}
    </li>
  );
}
