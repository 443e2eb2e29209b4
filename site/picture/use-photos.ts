import { useRef, useState } from 'react';
import type { Photo } from './photo.ts';
import type { PhotoList } from './photo-list.ts';

/** The photos of a carousel while it runs. */
export interface Photos {
  count: number;
  /** Undefined for one that no list has named yet. */
  at: (index: number) => Photo | undefined;
  /** As `at`, once the list has been fetched; undefined if that fails. The next call tries again. */
  load: (index: number) => Promise<Photo | undefined>;
}

/** Fetches the list when a photo is wanted that the document does not name. */
export function usePhotos({ count, start, known, href }: PhotoList): Photos {
  const [all, setAll] = useState<Photo[]>();
  const fetching = useRef<Promise<Photo[]>>(undefined);
  const at = (index: number) => all?.[index] ?? known[index - start];
  return {
    count,
    at,
    async load(index) {
      const photo = at(index);
      if (photo || href === undefined) return photo;
      fetching.current ??= fetchList(href);
      try {
        const list = await fetching.current;
        setAll(list);
        return list[index];
      } catch {
        fetching.current = undefined;
        return undefined;
      }
    },
  };
}

async function fetchList(href: string): Promise<Photo[]> {
  const reply = await fetch(href);
  if (!reply.ok) throw new Error(`${href}: ${reply.status}`);
  return reply.json();
}
