import { type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, islands } from './islands.ts';

/** Distance from the window at which an island is hydrated. */
const NEAR = '300px';

/** Events that hydrate an island at once. */
const TOUCHES = ['pointerdown', 'focusin', 'keydown', 'input'];

/**
 * Hydrates the islands of this document. Their code is loaded at once; each is hydrated when it
 * comes near the window or gets one of {@link TOUCHES}. React replays a click during hydration.
 *
 * An island that fails to load or hydrate keeps its rendered HTML, and the error goes to the
 * console (specification, section 8, 'Startup failure').
 *
 * @returns resolves when every island near the window is hydrated
 */
export async function hydrateIslands(document: Document): Promise<void> {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-island]')];
  const started = elements.map((element) => scheduleIsland(element).catch(reportFailure));
  await Promise.all(started);
}

/** @returns resolves when the island is hydrated, or is far from the window */
async function scheduleIsland(element: HTMLElement): Promise<void> {
  const load = islands[element.dataset.island as IslandName];
  // biome-ignore lint/suspicious/noExplicitAny: the same props as at publishing
  const Component: ComponentType<any> = await load();
  const props = JSON.parse(element.dataset.props ?? '{}');
  return new Promise((resolve) => {
    const hydrate = () => {
      const rendered = inertCopyOf(element);
      for (const touch of TOUCHES) element.removeEventListener(touch, hydrate, true);
      observer.disconnect();
      const onHydrated = () => {
        element.dataset.hydrated = '';
        resolve();
      };
      // A transition is split into short tasks, so that input is handled in between.
      startTransition(() => {
        hydrateRoot(
          element,
          <NotifyHydrated onHydrated={onHydrated}>
            <Component {...props} />
          </NotifyHydrated>,
          {
            onRecoverableError: reportFailure,
            // React removes the content of a root that throws.
            onUncaughtError: (error) => {
              reportFailure(error);
              element.replaceWith(rendered);
              resolve();
            },
          },
        );
      });
    };
    const observer = new IntersectionObserver(
      ([entry]) => (entry?.isIntersecting ? hydrate() : resolve()),
      { rootMargin: NEAR },
    );
    for (const touch of TOUCHES) element.addEventListener(touch, hydrate, true);
    // The island's element has no box (`display: contents`), so its first child is observed.
    observer.observe(element.firstElementChild ?? element);
  });
}

/** A copy in an inert document, where images do not load. */
function inertCopyOf(element: HTMLElement): Node {
  return document.implementation.createHTMLDocument('').importNode(element, true);
}

/** Calls `onHydrated` after hydration. */
function NotifyHydrated(props: { onHydrated: () => void; children: ReactNode }) {
  const { onHydrated, children } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(onHydrated, []);
  return children;
}

function reportFailure(error: unknown) {
  console.error('A part of the page could not be started:', error);
}
