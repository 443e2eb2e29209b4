import { type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, islands } from './islands.ts';

/** Islands this near to the window wake before one scrolls to them. */
const NEAR = '300px';

/** Pointing at, focusing or typing into an island wakes it within that event. */
const TOUCHES = ['pointerdown', 'focusin', 'keydown', 'input'];

/**
 * Wakes the islands of this document: the code of all is loaded at once, and each becomes a React
 * root when it comes near the window, or before when it is touched. A click that came while a root
 * was waking React itself repeats.
 *
 * An island that cannot be loaded or started stays as it was rendered, and says so in the console
 * (specification, section 8, 'Startup failure').
 *
 * @returns once every island near the window is awake
 */
export async function wakeIslands(document: Document): Promise<void> {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-island]')];
  const started = elements.map((element) => prepareIsland(element).catch(reportFailure));
  await Promise.all(started);
}

/** @returns once the island is awake, or is seen to be far from the window */
async function prepareIsland(element: HTMLElement): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: its props are those that publishing rendered it with
  const Component: ComponentType<any> = await islands[element.dataset.island as IslandName]();
  const props = JSON.parse(element.dataset.props ?? '{}');
  return new Promise((resolve) => {
    const wake = () => {
      const rendered = inertCopyOf(element);
      for (const touch of TOUCHES) element.removeEventListener(touch, wake, true);
      observer.disconnect();
      const onAwake = () => {
        element.dataset.awake = '';
        resolve();
      };
      // As a transition it is done in slices of a few milliseconds, between which a touch counts.
      startTransition(() => {
        hydrateRoot(
          element,
          <Awake onAwake={onAwake}>
            <Component {...props} />
          </Awake>,
          {
            onRecoverableError: reportFailure,
            // React leaves nothing of a root that throws.
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
      ([entry]) => (entry?.isIntersecting ? wake() : resolve()),
      { rootMargin: NEAR },
    );
    for (const touch of TOUCHES) element.addEventListener(touch, wake, true);
    // The island's own element takes no place in the layout, so its first child is watched.
    observer.observe(element.firstElementChild ?? element);
  });
}

/** A copy in a document that is not shown: its pictures do not load. */
function inertCopyOf(element: HTMLElement): Node {
  return document.implementation.createHTMLDocument('').importNode(element, true);
}

/** Calls back when React has taken an island over: effects run once it has. */
function Awake(props: { onAwake: () => void; children: ReactNode }) {
  const { onAwake, children } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island is first there
  useEffect(onAwake, []);
  return children;
}

function reportFailure(error: unknown) {
  console.error('A part of the page could not be started:', error);
}
