import { createContext, type ReactNode, use } from 'react';
import type { Messages } from '../content.ts';

/** The words of a carousel and its large dialog, from `content/messages.yaml`. */
export type CarouselWords = Messages['carousel'] & Pick<Messages['shell'], 'close'>;

const Words = createContext<CarouselWords | undefined>(undefined);

/** For the parts of one carousel: it belongs to the island, so nothing is shared between two. */
export function CarouselWordsProvider(props: { words: CarouselWords; children: ReactNode }) {
  return <Words value={props.words}>{props.children}</Words>;
}

/** @throws Error outside a carousel */
export function useCarouselWords(): CarouselWords {
  const words = use(Words);
  if (!words) throw new Error('useCarouselWords needs a CarouselWordsProvider above it');
  return words;
}

/** What of the messages a carousel needs: its props travel in the document. */
export function carouselWords({ carousel, shell }: Messages): CarouselWords {
  return { ...carousel, close: shell.close };
}
