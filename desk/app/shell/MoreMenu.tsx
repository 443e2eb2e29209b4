import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icons.tsx';

/** More than fits beside a row. Closes when something in it was done, on Escape, and on a tap elsewhere. */
export function MoreMenu({ title, children }: { title: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      if (!details.current?.contains(target as Node)) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, []);
  return (
    <details
      className="more"
      name="more"
      ref={details}
      onClick={(event) => (event.target as Element).closest('.menu button') && close()}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <summary aria-label={`Meer met ${title}`}>
        <Icon name="more" />
      </summary>
      <div className="menu">{children}</div>
    </details>
  );
}
