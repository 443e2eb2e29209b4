import { useRef, useState } from 'react';
import type { Photo } from './photo.ts';
import type { PhotoList } from './photo-list.ts';

/** The photos of a running carousel. */
export interface Photos {
  count: number;
  /** Undefined while the list has not been fetched. */
  at: (index: number) => Photo | undefined;
  /** Fetches the list if needed; undefined on failure. The next call tries again. */
  load: (index: number) => Promise<Photo | undefined>;
}

/** Fetches the photo list when a photo is needed that is not inlined. */
export function usePhotos({ count, start, inlined, href }: PhotoList): Photos {
  const [all, setAll] = useState<Photo[]>();
  const fetching = useRef<Promise<Photo[]>>(undefined);
  const at = (index: number) => all?.[index] ?? inlined[index - start];
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
