import type { Finding } from '../publish/content/finding.ts';
import type { PublishProgress } from '../publish/publish-release.ts';
import type { FieldPath } from '../site/content-walk.ts';
import type { Logo } from '../site/page-context.ts';
import type { Photo } from '../site/picture/photo.ts';
import type { Operation, Value } from './operations.ts';
import type { Call, createRoutes } from './server/routes.ts';

/**
 * The calls between the desk's app and its server: JSON over HTTP, except for uploads, whose body is
 * the file itself as `application/octet-stream`. The server's routes define them.
 *
 * A refused call answers with a `Refusal`:
 *
 * - 400 an invalid request
 * - 401 no session, or a refused sign-in
 * - 403 a Host or Origin that is not the desk's
 * - 404 no such photo, file, version, enquiry or passkey
 * - 409 the file has changed (`ConflictRefusal`), or other work is running: nothing was written
 * - 413, 415, 422 an upload that is too large, of an unknown kind, or refused
 * - 429 too many attempts to sign in; `Retry-After` gives the seconds
 * - 500 a fault of the desk
 *
 * Besides these calls the desk answers `GET /enquiries.csv`, `/photos/…`, `/files/…`, `/fonts/…` and
 * the app's own files. Times are milliseconds since 1970.
 */
export type DeskApi = {
  [Route in keyof Routes]: {
    body: Routes[Route] extends (call: Call<infer Body>) => unknown
      ? Body extends Uint8Array
        ? Blob
        : Body
      : never;
    answer: Awaited<ReturnType<Routes[Route]>>;
  };
};

type Routes = ReturnType<typeof createRoutes>;

export type { Finding, PublishProgress };

export interface Refusal {
  /** A Dutch sentence for the caterer. */
  message: string;
}

/**
 * Anyone may request it. Without a session every page is the sign-in page, which reads the fragment of
 * its address: `#link=SECRET` registers a passkey, `#token=SECRET` opens the desk of `npm run desk`.
 */
export interface Session {
  isSignedIn: boolean;
  /** `token`: `npm run desk` on localhost, where no passkey is needed. */
  signIn: 'passkey' | 'token';
  /** False before the first passkey, which only a link can register. */
  hasPasskeys: boolean;
}

export interface Passkey {
  id: string;
  /** 'Gsm van An' */
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  /** Whether it opened this session. */
  isCurrent: boolean;
}

/** A version of a file of `content/`. */
export interface FileVersion {
  /** With forward slashes: 'pages/home.yaml'. */
  path: string;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
}

export interface ContentFile extends FileVersion {
  /** As in the file: without defaults, with hidden sections. */
  value: Value;
}

/** A file that is no YAML. Its page or form cannot be shown; everything else can. */
export interface BrokenFile extends FileVersion {
  text: string;
  findings: Finding[];
}

export interface ContentAnswer {
  files: ContentFile[];
  broken: BrokenFile[];
  /** About all saved content. An error blocks 'Zet online', and nothing else. */
  findings: Finding[];
}

/** Changes to one file, which is written as a whole. */
export interface Edit {
  path: string;
  /** Of the file that the operations start from; null creates it (`set` with an empty path). */
  hash: string | null;
  /** In the order in which they were made. */
  operations: Operation[];
}

/** The result of an edit. What the schema refuses is not written; the app still shows it. */
export interface EditAnswer {
  /** As it is saved; null when a new file could not be written yet. */
  file: ContentFile | null;
  /** Why a part was not written; paths are those of the requested value. */
  refusals: Finding[];
  /** About all saved content, as in `ContentAnswer`. */
  findings: Finding[];
}

/** With 409: the app merges its value with `now` and retries. */
export interface ConflictRefusal extends Refusal {
  /** Null when the file is gone. */
  now: ContentFile | BrokenFile | null;
}

/** A file that uses a photo or PDF. */
export interface Use {
  file: string;
  /** The caterer's name for the file: 'Feesten', 'Logo, kleuren en letters'. */
  title: string;
}

/** A photo in `content/photos/`. */
export interface DeskPhoto {
  /** 'champagne'; sections refer to it by this name. */
  name: string;
  /** Upright, in pixels; 0 when it cannot be read. */
  width: number;
  height: number;
  /** For the site's own components: its addresses answer at the desk. */
  photo: Photo;
  /** 320 pixels wide. */
  thumbnail: string;
  /** Whether `photos/photos.yaml` has an entry for it; without one no page can show it. */
  isListed: boolean;
  uses: Use[];
}

/** A PDF in `content/files/`, which keeps its address when it is replaced. */
export interface DeskFile {
  /** 'maandmenu.pdf' */
  name: string;
  /** '/files/maandmenu.pdf', at the desk as on the site. */
  href: string;
  bytes: number;
  changedAtMs: number;
  uses: Use[];
}

/** A replaced or removed photo or PDF, which can be restored for 30 days. */
export interface BinItem {
  id: string;
  kind: 'photo' | 'file';
  /** 'champagne', 'maandmenu.pdf' */
  name: string;
  removedAtMs: number;
  expiresAtMs: number;
  /** True: another file has its name now; restoring swaps the two. */
  isReplaced: boolean;
  /** Of photos. */
  thumbnail?: string;
}

export type LogoPlace = keyof Logo;

/** The site's style with a brand, for the frame in which pages are edited. */
export interface BrandPreview {
  /** Fonts and colours; follows the site's own styles. */
  css: string;
  logo: Logo;
}

/** Work that takes seconds. One at a time; the app polls `GET /api/job` until it has ended. */
export interface Job {
  id: string;
  kind: 'publish' | 'restore' | 'purge';
  state: 'running' | 'done' | 'failed';
  /** The latest. `serve`: waiting for the site's server to serve the new release. */
  progress: PublishProgress | { step: 'serve' } | null;
  /** When failed: a Dutch sentence. */
  message?: string;
}

/** Content that can be restored. */
export interface Version {
  id: string;
  /** `kept`: the content that a 'Zet terug' replaced. */
  kind: 'release' | 'kept';
  atMs: number;
  isOnline: boolean;
}

/** One difference between two contents. */
export interface TextChange {
  /** 'Over ons › Tekst' */
  place: string;
  before?: string;
  after?: string;
}

export interface FileChange {
  file: string;
  /** 'Feesten', 'Gegevens van de zaak', 'Foto champagne' */
  title: string;
  kind: 'changed' | 'added' | 'removed';
  /** At most 20 of a file; none of a file that was added or removed. */
  texts: TextChange[];
  /** The number of further changes. */
  more: number;
}

export interface ChangesAnswer {
  /** The version compared with; null before the first, and then `changes` is empty. */
  since: Version | null;
  changes: FileChange[];
}

/** A problem that the first screen shows in red. */
export interface Alarm {
  code:
    | 'undelivered' // an enquiry is waiting, or failed
    | 'no-heartbeat' // no alarm when the server stops
    | 'not-serving' // no server answers
    | 'other-release' // the server serves another release than the one put online
    | 'store'; // the enquiries cannot be read
  message: string;
}

/** A deficiency of a site in real use: of its content, or of the server's settings. */
export interface Missing {
  code: string;
  message: string;
  /** Absent for a setting of the server. */
  field?: { file: string; path: FieldPath };
}

export interface DeskState {
  alarms: Alarm[];
  missing: Missing[];
  /** The release that was put online; null before the first. */
  online: Version | null;
  /** The running job, else the last one. */
  job: Job | null;
}

export interface EnquiryMail {
  kind: 'company' | 'confirmation';
  state: 'queued' | 'delivered' | 'failed';
  tries: number;
  dueAtMs: number;
  lastError?: string;
}

export interface DeskEnquiry {
  id: string;
  receivedAtMs: number;
  /** The validated fields by their name in `enquiry/fields.ts`. */
  fields: Readonly<Record<string, string | number | undefined>>;
  mails: EnquiryMail[];
  /** Why the visitor gets no confirmation. */
  confirmationSkipped?: 'spam' | 'mailbox-limit' | 'hour-limit';
}

export interface EnquiriesAnswer {
  /** All that are kept: the retention period bounds them. */
  enquiries: DeskEnquiry[];
  /** Days that an enquiry is kept after it reached the mailbox (`enquiries.keepDays`, site.yaml). */
  keepDays: number;
}

export type EnquiryOrder = 'received' | 'partyDate';
