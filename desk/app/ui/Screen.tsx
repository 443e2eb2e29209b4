import type { ReactNode } from 'react';
import { closeTo, hrefOf, useRoute } from '../shell/route.ts';
import { Icon } from './Icon.tsx';

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
