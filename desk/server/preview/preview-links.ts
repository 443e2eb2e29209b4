import { randomBytes, randomUUID } from 'node:crypto';
import { createMutex } from '../../shared/mutex.ts';
import { readJson, saveFile } from '../desk-files.ts';
import { hashOf } from '../hash.ts';

const DAY_MS = 24 * 3_600_000;
const LINK_LIFETIME_MS = { own: DAY_MS, shared: 7 * DAY_MS };

interface PreviewLink {
  id: string;
  /** `own` is the link of 'Bekijk eerst', for the caterer alone. */
  kind: keyof typeof LINK_LIFETIME_MS;
  /**
   * The hash of the token. The token itself is not stored, so that the file alone gives no access.
   */
  hash: string;
  createdAtMs: number;
  expiresAtMs: number;
}

/** Manages the links that open the preview. They are stored in a file of their own. */
export function openPreviewLinks(file: string) {
  const runExclusive = createMutex();
  /** The links that have not expired. */
  async function list(): Promise<PreviewLink[]> {
    const links = (await readJson<PreviewLink[]>(file)) ?? [];
    return links.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
  }
  const change = (make: (links: PreviewLink[]) => PreviewLink[]) =>
    runExclusive(async () => saveFile(file, JSON.stringify(make(await list()))));
  return {
    list,
    /** @returns the token of a new link */
    async create(kind: PreviewLink['kind']): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const createdAtMs = Date.now();
      const expiresAtMs = createdAtMs + LINK_LIFETIME_MS[kind];
      const link = { id: randomUUID(), kind, hash: hashOf(token), createdAtMs, expiresAtMs };
      await change((links) => [...links, link]);
      return token;
    },
    /** Ends a link, also for those who have opened it. */
    end: (id: string) => change((links) => links.filter((link) => link.id !== id)),
    /** Tokens are compared by their hash, against timing attacks. */
    async find(token: string): Promise<PreviewLink | undefined> {
      const hash = hashOf(token);
      return (await list()).find((link) => link.hash === hash);
    },
  };
}
