import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Finding } from '../publish/content/finding.ts';
import type { PublishProgress } from '../publish/publish-release.ts';
import type { FieldPath } from '../site/content-walk.ts';
import type { Logo } from '../site/page-context.ts';
import type { Photo } from '../site/picture/photo.ts';
import type { Operation, Value } from './operations.ts';

/**
 * The calls between the desk's app and its server: JSON over HTTP, apart from uploads, whose body
 * is the file itself. `DeskApi` at the end lists every call.
 *
 * A call that fails is answered with a `Refusal`, in Dutch, to be shown as it is:
 *
 * - 400 a request that the app should not have sent
 * - 401 no session, or a sign-in that was refused
 * - 403 a Host or Origin that is not the desk's
 * - 404 no such photo, file, version, enquiry or passkey
 * - 409 the file changed meanwhile (`ConflictRefusal`), or other work is running: nothing was written
 * - 413, 415, 422 an upload that is too large, of an unknown kind, or refused
 * - 429 too many wrong tries; `Retry-After` gives the seconds
 * - 500 a fault of the desk
 *
 * Times are milliseconds since 1970.
 */

export type { Finding, PublishProgress };

export interface Refusal {
  /** A Dutch sentence for the caterer. */
  message: string;
}

// ── Session ──────────────────────────────────────────────────────────────────────────────────────

/**
 * Anyone may ask for this. Without a session every address answers with the sign-in page, which
 * reads the fragment of the address it was opened with: `#link=SECRET` registers a passkey,
 * `#token=SECRET` opens the desk that `npm run desk` started.
 */
export interface Session {
  isSignedIn: boolean;
  /** `token`: `npm run desk` on localhost, where no passkey is needed. */
  signIn: 'passkey' | 'token';
  /** False before the first passkey: only a link that the server's command prints can register one. */
  hasPasskeys: boolean;
}

export interface Passkey {
  id: string;
  /** 'Gsm van An' */
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  /** The one this session was opened with. */
  isCurrent: boolean;
}

// ── Content ──────────────────────────────────────────────────────────────────────────────────────

/** A YAML file below `content/`. */
export interface ContentFile {
  /** With forward slashes: 'pages/home.yaml'. */
  path: string;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
  /** As it stands in the file: without defaults, with hidden sections. */
  value: Value;
  /** False: its schema refuses the value, because of an edit by hand. The findings say where. */
  isValid: boolean;
}

/** A file that is no YAML. Its page or form cannot be shown; everything else can. */
export interface BrokenFile {
  path: string;
  hash: string;
  text: string;
  findings: Finding[];
}

export interface ContentAnswer {
  files: ContentFile[];
  broken: BrokenFile[];
  /** About all of `content/` as it is saved. Every error holds back 'Zet online', and nothing else. */
  findings: Finding[];
}

/** Changes to one file, which is written as a whole. */
export interface Edit {
  path: string;
  /** Of the file that the operations start from; null creates it (`set` with an empty path). */
  hash: string | null;
  /** In the order in which they were done. */
  operations: Operation[];
}

/**
 * What an edit came to. A value that its schema refuses is not written and holds back nothing else:
 *
 *     applyOperations(file.value, refused) = what the app sent
 *
 * so the app replaces its own file and operations by these two, and shows the same as before.
 */
export interface EditAnswer {
  /** As it is saved now; null when a new file could not be written yet. */
  file: ContentFile | null;
  /** Operations that are not written, rebased on `file`. To be sent again with the next edit. */
  refused: Operation[];
  /** Why they were refused; paths are those of the value the app sent. */
  refusals: Finding[];
  /** About all of `content/` as it is saved now, as in `ContentAnswer`. */
  findings: Finding[];
}

/** With 409 from an edit: the app applies its operations to `now` and tries again. */
export interface ConflictRefusal extends Refusal {
  /** Null when the file is gone. */
  now: ContentFile | BrokenFile | null;
}

// ── Photos and files ─────────────────────────────────────────────────────────────────────────────

/** Where something is used. */
export interface Use {
  file: string;
  path: FieldPath;
  /** What the caterer calls the file: 'Feesten', 'Logo, kleuren en letters'. */
  title: string;
}

/** A photo in `content/photos/`. */
export interface DeskPhoto {
  /** 'champagne'; the name that sections refer to. */
  name: string;
  /** Upright, in pixels; 0 when it cannot be read. */
  width: number;
  height: number;
  /** For the site's own components: its addresses answer at the desk. */
  photo: Photo;
  /** The same, 320 pixels wide. */
  thumbnail: string;
  /** In `photos/photos.yaml`: without an entry no page can show it. */
  isListed: boolean;
  /** In the saved content. */
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

/** A photo or PDF that was replaced or removed; it can be put back for 30 days. */
export interface BinItem {
  id: string;
  kind: 'photo' | 'file';
  /** 'champagne', 'maandmenu.pdf' */
  name: string;
  removedAtMs: number;
  expiresAtMs: number;
  /** True: something else has its name now; putting it back swaps the two. */
  isReplaced: boolean;
  /** Of photos. */
  thumbnail?: string;
}

/** For the texts beside an upload. */
export const UPLOAD_LIMITS = {
  photoBytes: 40_000_000,
  photoPixels: 25_000_000,
  /** Photos are kept at most so large, in pixels on the long side. */
  photoSide: 3840,
  fileBytes: 20_000_000,
  logoBytes: 2_000_000,
  /** A PNG as a logo must be so wide, and transparent. */
  logoWidth: 720,
} as const;

export type LogoPlace = keyof Logo;

/** The site's style with some brand, for the frame in which pages are edited. */
export interface BrandPreview {
  /** Fonts and colours; goes after the site's own styles. */
  css: string;
  logo: Logo;
}

// ── Online ───────────────────────────────────────────────────────────────────────────────────────

/** Work that takes seconds. One at a time; the app polls `GET /api/job` until it has ended. */
export interface Job {
  id: string;
  kind: 'publish' | 'restore' | 'purge';
  state: 'running' | 'done' | 'failed';
  /** The newest. `serve`: waiting for the site's server to serve the new release. */
  progress: PublishProgress | { step: 'serve' } | null;
  /** When failed: a Dutch sentence. */
  message?: string;
  /** When failed because of the content. */
  findings?: Finding[];
}

/** Content that can be put back. */
export interface Version {
  id: string;
  /** `kept`: the content that a 'Zet terug' replaced, with what was online then. */
  kind: 'release' | 'kept';
  atMs: number;
  isOnline: boolean;
}

/** One difference between two contents. */
export interface TextChange {
  /** Where: 'Over ons › Tekst'. */
  place: string;
  before?: string;
  after?: string;
}

export interface FileChange {
  file: string;
  /** 'Feesten', 'Gegevens van de zaak', 'Foto champagne'. */
  title: string;
  kind: 'changed' | 'added' | 'removed';
  /** At most 20 of a file; none of a file that was added or removed. */
  texts: TextChange[];
  /** How many more there are. */
  more: number;
}

export interface ChangesAnswer {
  /** What is online; null before the first time, and then `changes` is empty. */
  since: Version | null;
  changes: FileChange[];
}

// ── State ────────────────────────────────────────────────────────────────────────────────────────

/** Something that the first screen shows in red. */
export interface Alarm {
  code:
    | 'undelivered' // an enquiry waits, or failed
    | 'no-heartbeat' // no alarm when the server stops
    | 'not-serving' // no server answers
    | 'other-release' // another release is served than the one put online
    | 'store'; // the enquiries cannot be read
  message: string;
}

/** What is missing for a real site: of the content, or of the server's settings. */
export interface Missing {
  code: string;
  message: string;
  /** The field that mends it; absent for what an engineer sets on the server. */
  field?: { file: string; path: FieldPath };
}

export interface DeskState {
  alarms: Alarm[];
  missing: Missing[];
  /** The release that was put online; null before the first time. */
  online: Version | null;
  /** What is running, so that an app that opens takes it up; else the last one that ended. */
  job: Job | null;
}

// ── Enquiries ────────────────────────────────────────────────────────────────────────────────────

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
  /** The validated fields by the name they have in `enquiry/fields.ts`. */
  fields: Readonly<Record<string, string | number | undefined>>;
  mails: EnquiryMail[];
  /** Why no confirmation is sent to the visitor. */
  confirmationSkipped?: 'spam' | 'mailbox-limit' | 'hour-limit';
}

export interface EnquiriesAnswer {
  enquiries: DeskEnquiry[];
  /** How many there are in all. */
  total: number;
  /** Days that an enquiry is kept after it reached the mailbox (`enquiries.keepDays`, site.yaml). */
  keepDays: number;
}

export type EnquiryOrder = 'received' | 'partyDate';

// ── Calls ────────────────────────────────────────────────────────────────────────────────────────

interface Call<Body, Answer> {
  body: Body;
  answer: Answer;
}

/**
 * Every call: what is sent, and what a 2xx answers. A `Blob` body is the file itself, as
 * `application/octet-stream`; the part behind `:` or `=` goes URL-encoded into the address.
 *
 * Besides these the desk answers `GET /enquiries.csv` (a spreadsheet of all enquiries),
 * `/photos/…`, `/files/…`, `/fonts/…` and the app's own files.
 */
export interface DeskApi {
  // Without a session
  'GET /api/session': Call<never, Session>;
  'POST /api/sign-in/options': Call<Record<string, never>, PublicKeyCredentialRequestOptionsJSON>;
  'POST /api/sign-in': Call<AuthenticationResponseJSON, Session>;
  'POST /api/sign-in/token': Call<{ token: string }, Session>;
  /** With the secret of a one-time link, or signed in. Does not spend the link. */
  'POST /api/passkeys/options': Call<{ secret?: string }, PublicKeyCredentialCreationOptionsJSON>;
  /** Spends the link, and signs in. Answers the session; `GET /api/passkeys` lists the new one. */
  'POST /api/passkeys': Call<
    { secret?: string; name: string; response: RegistrationResponseJSON },
    Session
  >;

  // With a session, from here on
  'GET /api/passkeys': Call<never, Passkey[]>;
  'PATCH /api/passkeys/:id': Call<{ name: string }, Passkey[]>;
  /** Ends the sessions that it opened. 409 for the last one: then nobody could sign in. */
  'DELETE /api/passkeys/:id': Call<never, Passkey[]>;
  /** Signs out; `everywhere` on every device. */
  'POST /api/sign-out': Call<{ everywhere?: boolean }, Session>;

  'GET /api/state': Call<never, DeskState>;

  'GET /api/content': Call<never, ContentAnswer>;
  /** 409 `ConflictRefusal`. */
  'PATCH /api/content': Call<Edit, EditAnswer>;
  /** A page or the notice. 409 `ConflictRefusal`. */
  'POST /api/content/remove': Call<{ path: string; hash: string }, ContentAnswer>;
  /** Puts back one file as it is online: the way out of a broken file. 404 when it is not there. */
  'POST /api/content/revert': Call<{ path: string; hash: string }, ContentAnswer>;

  'GET /api/photos': Call<never, DeskPhoto[]>;
  /**
   * Keeps a photo as JPEG, under a free name made from this one. `photos.yaml` is not touched: its
   * entry (`focus`, `alt`) is an edit like any other.
   */
  'POST /api/photos?name=': Call<Blob, DeskPhoto>;
  /** The same name, another picture. The one before goes to the bin. */
  'PUT /api/photos/:name': Call<Blob, DeskPhoto>;
  /** To the bin, with its entry of `photos.yaml`. 409 while a page shows it. */
  'DELETE /api/photos/:name': Call<never, ContentAnswer>;

  'GET /api/files': Call<never, DeskFile[]>;
  'POST /api/files?name=': Call<Blob, DeskFile>;
  'PUT /api/files/:name': Call<Blob, DeskFile>;
  /** To the bin. 409 while a link leads to it. */
  'DELETE /api/files/:name': Call<never, DeskFile[]>;

  'GET /api/bin': Call<never, BinItem[]>;
  /** A photo comes back with its entry of `photos.yaml`. */
  'POST /api/bin/:id/restore': Call<Record<string, never>, ContentAnswer>;
  /**
   * 'Wis voorgoed': from the bin, from every earlier version, and from the site. 409 while the
   * release online was made with it: that takes a 'Zet online' first.
   */
  'DELETE /api/bin/:id': Call<never, Job>;

  /** Keeps a logo in `content/brand/`. Answers the name for `logo` in `brand.yaml`. */
  'POST /api/logo?place=': Call<Blob, { file: string }>;
  /** With the brand as given, saved or not. 422 when its schema refuses it. */
  'POST /api/brand-preview': Call<{ brand: Value }, BrandPreview>;

  'GET /api/job': Call<never, Job | null>;
  'GET /api/changes': Call<never, ChangesAnswer>;
  /** Publishes what is saved; the app saves first. */
  'POST /api/publish': Call<Record<string, never>, Job>;
  /** The newest first. */
  'GET /api/versions': Call<never, Version[]>;
  /** What was changed by it, against the one before. */
  'GET /api/versions/:id/changes': Call<never, ChangesAnswer>;
  /**
   * 'Zet terug': content and site as they were then. The content of now is kept first, as a version
   * of its own (`kind: 'kept'`): putting that one back undoes this.
   */
  'POST /api/versions/:id/restore': Call<Record<string, never>, Job>;

  /** All that are kept, without pages: the retention period bounds them. */
  'GET /api/enquiries?order=': Call<never, EnquiriesAnswer>;
  /** Permanent; the mail in the mailbox stays. */
  'DELETE /api/enquiries/:id': Call<never, EnquiriesAnswer>;
  /** Queues its failed mails again. */
  'POST /api/enquiries/:id/requeue': Call<Record<string, never>, DeskEnquiry>;
  /** To the company's address, over the real path; the mail server's own answer. 422 when it fails. */
  'POST /api/test-mail': Call<Record<string, never>, { to: string; answer: string }>;
}

/** The calls that answer without a session. */
export const PUBLIC_CALLS = [
  'GET /api/session',
  'POST /api/sign-in/options',
  'POST /api/sign-in',
  'POST /api/sign-in/token',
  'POST /api/passkeys/options',
  'POST /api/passkeys',
] as const satisfies (keyof DeskApi)[];
