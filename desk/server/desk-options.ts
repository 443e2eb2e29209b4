import type { Folders } from './desk-folders.ts';
import type { Access } from './sign-in/access.ts';
import type { RunTask } from './tasks.ts';
import type { Enquiries } from './visitors/enquiries.ts';
import type { Visits } from './visitors/visits.ts';

/** What the desk's server is given: its settings, and the parts that tests replace. */
export interface DeskOptions {
  folders: Folders;
  /** Origin of the desk: 'https://werktafel.maanzaad.example'. */
  origin: string;
  /** Origin of the preview: 'https://voorbeeld.maanzaad.example'. */
  previewOrigin: string;
  /** The site's server on this machine: 'http://localhost:3000'. */
  siteAddress: string;
  /** How long that server may take to serve a new release. */
  serveWithinMs: number;
  runTask: RunTask;
  /** Folder of the bundled app. */
  appDir: string;
  access: Access;
  enquiries: Enquiries;
  visits: Visits;
  /** Whether this is `npm run desk`, which is opened with a link instead of a passkey. */
  isLocal: boolean;
}
