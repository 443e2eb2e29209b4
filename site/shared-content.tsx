import { createContext, type ReactNode, use } from 'react';
import type { Company, Messages, Site } from './content.ts';

/** What every page needs of `content/`, besides its own copy. */
export interface SharedContent {
  company: Company;
  site: Site;
  messages: Messages;
}

const SharedContentContext = createContext<SharedContent | undefined>(undefined);

export function SharedContentProvider(props: { value: SharedContent; children: ReactNode }) {
  return <SharedContentContext value={props.value}>{props.children}</SharedContentContext>;
}

/**
 * Company facts, settings and messages.
 *
 * @throws Error outside a `SharedContentProvider`.
 */
export function useSharedContent(): SharedContent {
  const content = use(SharedContentContext);
  if (!content) throw new Error('useSharedContent needs a SharedContentProvider above it');
  return content;
}

/** Fills `{name}` places of a message: `fillIn('Foto {index} van {count}', { index: 2, count: 5 })`. */
export function fillIn(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
