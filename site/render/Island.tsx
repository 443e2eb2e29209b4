import { type ComponentType, createElement, use } from 'react';
import type { IslandComponent, IslandName } from '../islands/islands.ts';
import { RenderDependenciesContext } from './render-dependencies.ts';

/**
 * An interactive part of a page: its own React root, rendered at publishing and hydrated in the
 * browser (`hydrate.tsx`) with the same props.
 *
 * Keep the props small, because the document contains them as JSON. The island's element has
 * `display: contents`. Inside an island, make each text the only child of its element: a browser's
 * translation replaces text nodes, and React fails when it updates a text node that is gone
 * (`tests/engines/translation.spec.ts`). Do not use `useId` inside: ids depend on the root, which
 * at publishing is the page.
 */
export function Island<Name extends IslandName, Props extends object>(props: {
  name: Name;
  /** The component to render at publishing. */
  component: IslandComponent<Name> & ComponentType<Props>;
  props: Props;
}) {
  use(RenderDependenciesContext)?.islands.add(props.name);
  return (
    <div data-island={props.name} data-props={JSON.stringify(props.props)}>
      {createElement<Props>(props.component, props.props)}
    </div>
  );
}
