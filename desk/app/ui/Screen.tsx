import type { ReactNode } from 'react';
import { closeTo, hrefOf, useRoute } from '../navigation/route.ts';
import { Icon } from './Icon.tsx';

/**
 * A screen without a page beside it.
 *
 * @param backTo the address of the screen around it; an opened file, photo or enquiry is in its
 *   list
 */
export function Screen(props: {
  title: string;
  lead?: string;
  backTo?: string;
  /** What can be added here, beside the title. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const { title, lead, action, children } = props;
  const [word = '', name] = useRoute();
  const around = props.backTo ?? (name ? hrefOf(word) : undefined);
  return (
    <div className="screen">
      {around && <BackLink href={around} />}
      {action ? (
        <div className="screen-head">
          <h1>{title}</h1>
          {action}
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      {lead && <p>{lead}</p>}
      {children}
    </div>
  );
}

/** Leaves a screen, or a form beside the page, for the screen around it. */
export function BackLink({ href }: { href: string }) {
  return (
    <a
      className="back"
      href={href}
      onClick={(event) => {
        event.preventDefault();
        closeTo(href);
      }}
    >
      <Icon name="back" /> Terug
    </a>
  );
}
