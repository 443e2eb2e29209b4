import { join } from 'node:path';
import { shortHash } from '../../runtime/hash-files.ts';

/** The folders that the desk reads and writes. */
export interface Folders {
  /** The content, which the caterer edits. */
  contentDir: string;
  /** Releases of the site. */
  siteDir: string;
  /** The cache, which may be deleted at any time. */
  cacheDir: string;
  /** Passkeys, sessions, links, the bin, the last job and the ids of saves. */
  deskDir: string;
}

/** The folder of smaller copies, which are made on request. Each content folder has its own. */
export const copiesDir = ({ cacheDir, contentDir }: Folders) =>
  join(cacheDir, 'desk-photos', shortHash(contentDir));
