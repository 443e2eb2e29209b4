import { useRef, useState } from 'react';
import type { Photo } from './photo.ts';
import type { PhotoList } from './photo-list.ts';

/** The pictures of a carousel while it runs. */
export interface Photos {
  count: number;
  /** Undefined for one that is not known yet. */
  at: (index: number) => Photo | undefined;
  /** Asks for those that are not known, unless they are on their way. */
  fetch: () => void;
  /** They did not come; the next time they are asked for, they are fetched anew. */
  failed: boolean;
}

/** Fetches the list when a picture is wanted that is not known. */
export function usePhotos({ count, start, known, href }: PhotoList): Photos {
  const [all, setAll] = useState<Photo[]>();
  const [failed, setFailed] = useState(false);
  const isFetching = useRef(false);
  return {
    count,
    at: (index) => all?.[index] ?? known[index - start],
    failed,
    fetch() {
      if (href === undefined || all || isFetching.current) return;
      isFetching.current = true;
      setFailed(false);
      fetchList(href)
        .then(setAll, () => setFailed(true))
        .finally(() => {
          isFetching.current = false;
        });
    },
  };
}

async function fetchList(href: string): Promise<Photo[]> {
  const reply = await fetch(href);
  if (!reply.ok) throw new Error(`${href}: ${reply.status}`);
  return reply.json();
}
