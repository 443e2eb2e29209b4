import { type ComponentType, createElement, use } from 'react';
import type { IslandComponent, IslandName } from '../browser/islands.ts';
import { PageUseContext } from './page-use.ts';

/**
 * An interactive part of a page: its own React root, rendered at publishing and hydrated in the
 * browser (`hydrate.tsx`) with the same props.
 *
 * The document contains its props as JSON, so keep them small. Its element has `display: contents`.
 * A text inside is the only child of its element: a browser's translation replaces text nodes, and
 * React can no longer change or remove one that it holds on to (`tests/engines/translation.spec.ts`).
 * Do not use `useId` inside: ids depend on the root, and at publishing the root is the page.
 */
export function Island<Name extends IslandName, Props extends object>(props: {
  name: Name;
  /** The component to render at publishing. */
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
