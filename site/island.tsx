import type { ComponentType } from 'react';
import type { IslandName, IslandProps } from './islands.ts';

/**
 * A part of a page that does something in the browser: a React root of its own, rendered at
 * publishing and woken in the browser (`wake.ts`) with the same props.
 *
 * Its props travel in the document, so they hold no more than it shows, and nothing but JSON. Its
 * element takes no place in the layout. `useId` may not be used within: ids depend on where a root
 * begins, and at publishing that is the page.
 */
export function Island<Name extends IslandName>(props: {
  name: Name;
  /** The component that {@link IslandName} stands for, to be rendered at publishing. */
  component: ComponentType<IslandProps<Name>>;
  props: IslandProps<Name>;
}) {
  const { name, component: Component } = props;
  return (
    <div data-island={name} data-props={JSON.stringify(props.props)}>
      <Component {...props.props} />
    </div>
  );
}
