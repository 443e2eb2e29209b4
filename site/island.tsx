import { type ComponentType, createElement, use } from 'react';
import type { IslandComponent, IslandName } from './islands.ts';
import { PageUseContext } from './page-use.ts';

/**
 * A part of a page that does something in the browser: a React root of its own, rendered at
 * publishing and woken in the browser (`wake.tsx`) with the same props.
 *
 * Its props travel in the document, so they hold no more than it shows, and nothing but JSON. Its
 * element takes no place in the layout. `useId` may not be used within: ids depend on where a root
 * begins, and at publishing that is the page.
 */
export function Island<Name extends IslandName, Props extends object>(props: {
  name: Name;
  /** The component of that name, to be rendered at publishing. */
  component: IslandComponent<Name> & ComponentType<Props>;
  props: Props;
}) {
  use(PageUseContext)?.islands.add(props.name);
  return (
    <div data-island={props.name} data-props={JSON.stringify(props.props)}>
      {createElement<Props>(props.component, props.props)}
    </div>
  );
}
