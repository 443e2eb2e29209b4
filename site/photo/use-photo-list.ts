import { useState } from 'react';
import type { Photo } from './photo.ts';
import type { PhotoList } from './photo-list.ts';

export interface LoadablePhotos {
  count: number;
  /** The photo at an index; undefined while the list has not been fetched. */
  at: (index: number) => Photo | undefined;
  /** Fetches the list if needed. Resolves to undefined on failure; the next call tries again. */
  load: (index: number) => Promise<Photo | undefined>;
}

/** Fetches the photo list when a photo is needed that is not inlined. */
export function usePhotoList({ count, inlined, href }: PhotoList): LoadablePhotos {
  const [all, setAll] = useState<Photo[]>();
  const at = (index: number) => all?.[index] ?? inlined[index];
  return {
    count,
    at,
    async load(index) {
      const photo = at(index);
      if (photo || href === undefined) return photo;
      const list = await fetchList(href).catch(() => undefined);
      if (list) setAll(list);
      return list?.[index];
    },
  };
}

async function fetchList(href: string): Promise<Photo[]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  return response.json();
}
