import { join } from 'node:path';

/** Where the desk reads and writes; nowhere else. */
export interface DeskFolders {
  /** What the caterer edits. */
  contentDir: string;
  /** The desk's own: drafts, saves under way, the preview, what it knows of the site online. */
  deskDir: string;
  /** Photos and bundles, which cost time to make and may go. */
  cacheDir: string;
  /** Releases of the server on this machine. */
  distDir: string;
  /** The settings of the server on this machine. */
  envFile: string;
}

/** Those of a copy of the site. */
export function foldersIn(root: string): DeskFolders {
  return {
    contentDir: join(root, 'content'),
    deskDir: join(root, '.desk'),
    cacheDir: join(root, '.cache'),
    distDir: join(root, 'dist'),
    envFile: join(root, '.env'),
  };
}
