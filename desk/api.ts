import type { FieldPath } from '../site/content-walk.ts';
import type { Logo } from '../site/page-context.ts';
import type { Photo } from '../site/picture/photo.ts';

/**
 * What the desk's app and its server say to each other: JSON over HTTP on 127.0.0.1, apart from
 * uploads, whose body is the file itself. `DeskApi` at the end lists every call.
 *
 * Whatever goes wrong is answered with a `Refusal`, in Dutch, to be shown as it is:
 *
 * - 400 something that the app should not have sent
 * - 401 no cookie: the address that the desk opened has the token, once per start
 * - 403 a Host or Origin that is not the desk's
 * - 404 no such photo, file, release or job
 * - 409 it has changed meanwhile, in another tab or by hand, or something else is being done: nothing
 *   was written; what the call can do about it is said with it
 * - 413, 415, 422 an upload that is too large, of an unknown kind, or refused
 * - 422 what the build would refuse: nothing was written
 * - 500 a fault of ours: nothing was written
 */

// ── Content ──────────────────────────────────────────────────────────────────────────────────────

/** Values as YAML has them. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

/** A YAML file below `content/`. */
export interface ContentFile {
  /** From there, with forward slashes: 'pages/home.yaml'. */
  path: string;
  /** Of its bytes, SHA-256 in hex. */
  hash: string;
  /** As it stands in the file: without defaults, hidden sections among the others. */
  value: Value;
}

/** A file that cannot be read as YAML; `problems` say why, and only an editor of texts can mend it. */
export interface BrokenFile {
  path: string;
  hash: string;
  problems: Problem[];
}

/**
 * What shall stand in one file. Changed is only what differs from what stands there: comments, order,
 * and all else stay byte for byte. Entries of a list are found back by what is in them, so that a
 * section may be moved, changed and copied in one go, and keeps its comments.
 */
export interface Change {
  path: string;
  /** As it was loaded; null for a file that is new. */
  hash: string | null;
  /** The whole value; null takes the file away. */
  value: Value;
  /** The file's former path, when it gets another; `hash` is then of that one. */
  renamedFrom?: string;
}

/** One mistake, in the words of the build (`publish/content/`). */
export interface Problem {
  /** Path below `content/`. */
  file: string;
  /** Steps to the field, as in `['sections', 1, 'heading']`; empty for the file as a whole. */
  path: FieldPath;
  now: string;
  expected: string;
  example: string;
}

export interface ContentAnswer {
  files: ContentFile[];
  broken: BrokenFile[];
  /** What the build refuses in `content/` as it stands: somebody wrote it by hand. */
  problems: Problem[];
  /** What stops nothing, but looks like a mistake: photos that nothing shows. */
  warnings: Problem[];
}

export interface CheckAnswer {
  /** Those that would stop these changes: in their files, or brought about by them elsewhere. */
  problems: Problem[];
  warnings: Problem[];
}

/** What a save made of the files it touched; of those that are gone nothing. */
export interface SavedAnswer {
  files: ContentFile[];
}

/** With 409 from `PUT /api/content`: the files that changed meanwhile, as they stand now. */
export interface ConflictRefusal extends Refusal {
  conflicts: { path: string; now: ContentFile | BrokenFile | null }[];
}

/** With 422 from every call that takes changes. */
export interface ProblemsRefusal extends Refusal {
  problems: Problem[];
}

export interface Refusal {
  /** A Dutch sentence for the owner. */
  message: string;
}

// ── Draft ────────────────────────────────────────────────────────────────────────────────────────

/** Work that is not saved yet; kept on disk, so that a crash or a closed lid loses nothing. */
export interface Draft {
  /** Made by the app, one a tab. */
  tab: string;
  changes: Change[];
  /** When, in ISO 8601; the server sets it. */
  at?: string;
}

// ── Photos and files ─────────────────────────────────────────────────────────────────────────────

/** Where something is used: a field of a file, and its page or kind of file as its owner calls it. */
export interface Use {
  file: string;
  path: FieldPath;
  /** 'Feesten', 'Logo en kleuren'. */
  title: string;
}

/** A photo in `content/photos/`. */
export interface DeskPhoto {
  /** 'champagne'; what `photos:` lists in a section name. */
  name: string;
  /** 'champagne.jpg' */
  file: string;
  /** Upright, in pixels; 0 when it cannot be read. */
  width: number;
  height: number;
  bytes: number;
  /** For the site's own components: its addresses answer at the desk, small and quick. */
  photo: Photo;
  /** The same at 320 pixels wide. */
  thumbnail: string;
  /** In `photos/photos.yaml`: without that, no page can show it. */
  isListed: boolean;
  /** In the saved content. */
  uses: Use[];
}

/** A file for visitors in `content/files/`: at the same address, whatever it holds next month. */
export interface DeskFile {
  /** 'maandmenu.pdf' */
  name: string;
  /** '/files/maandmenu.pdf', at the desk as on the site. */
  href: string;
  bytes: number;
  /** ISO 8601. */
  changedAt: string;
  uses: Use[];
}

/** Longest sides and sizes that uploads may have, for words beside a drop field. */
export const UPLOAD_LIMITS = {
  photoBytes: 60_000_000,
  photoPixels: 50_000_000,
  /** Kept at most so large, in pixels on the long side. */
  photoSide: 3840,
  fileBytes: 20_000_000,
  logoBytes: 2_000_000,
  /** A PNG as a logo must be so wide, and see-through. */
  logoWidth: 720,
} as const;

export type LogoPlace = keyof Logo;

/** How the site looks with some brand, for the frame in which pages are edited. */
export interface Look {
  /** Fonts, colours and those of each photo; goes after the site's own styles. */
  css: string;
  logo: Logo;
}

// ── Long work ────────────────────────────────────────────────────────────────────────────────────

/** Something that takes seconds. One at a time; the app asks for it until it has ended. */
export interface Job {
  id: string;
  kind: 'preview' | 'publish' | 'restore';
  state: 'running' | 'done' | 'failed';
  /** Dutch, the newest last: 'Foto 3 van 30: champagne'. */
  steps: string[];
  startedAt: string;
  /** When done: where to look at it. */
  url?: string;
  /** When done: the release that is in force now. */
  release?: string;
  /** When failed. */
  message?: string;
  problems?: Problem[];
}

// ── Online ───────────────────────────────────────────────────────────────────────────────────────

/** Where the site is put online. */
export type Target =
  /** The server runs on this computer, in this folder. */
  | { way: 'here' }
  /** The server runs elsewhere, and this computer's `ssh` may log in. */
  | {
      way: 'ssh';
      /** 'website@example.org', or a name of `~/.ssh/config`. */
      login: string;
      /** Default: what ssh takes. */
      port?: number;
      /** The server's `SITE_DIR`: '/opt/website/dist'. */
      folder: string;
      /** The server's file of settings: '/etc/website.env'. */
      envFile: string;
      /** Default: the keys that ssh takes by itself. */
      keyFile?: string;
    }
  /** A host builds the site whenever this branch is pushed. */
  | { way: 'git'; remote: string; branch: string };

/** One difference between two contents; texts as a reader has them. */
export interface TextChange {
  /** The heading of its section, else where it stands: 'Over ons › Tekst'. */
  place: string;
  kind: 'changed' | 'added' | 'removed' | 'moved';
  before?: string;
  after?: string;
}

/** What changes in one page, or in one of the other files. */
export interface FileChange {
  file: string;
  /** 'Feesten', 'Gegevens van de zaak', 'Foto champagne'. */
  title: string;
  kind: 'changed' | 'added' | 'removed';
  texts: TextChange[];
}

export interface ChangesAnswer {
  /** What is online now; null before the first time. */
  since: Release | null;
  changes: FileChange[];
  /** It was put online by somebody else, or taken back: publishing asks first. */
  isUnknown: boolean;
}

export interface Release {
  id: string;
  /** ISO 8601. */
  at: string;
  isOnline: boolean;
  /** Whether taking it back is a switch; else the site is built again from its kept content. */
  isQuick: boolean;
}

export interface PublishRequest {
  /** Goes over a release that this desk does not know; without it such a call is answered 409. */
  evenIfUnknown?: boolean;
}

export interface RestoreRequest {
  /** Puts the content of that release into the desk too; else the next 'Zet online' brings all back. */
  withContent: boolean;
}

// ── Mail ─────────────────────────────────────────────────────────────────────────────────────────

/** The server's mail server. Goes into its file of settings, never into `content/`. */
export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte (port 465); else it is asked for (587). */
  isSecure: boolean;
  user: string;
  password: string;
  /** Empty: the company's address. */
  from: string;
  to: string;
}

export interface MailSavedAnswer {
  /** Where it was written: '.env', '/etc/website.env on example.org'; null with `way: 'git'`. */
  writtenTo: string | null;
  /** With `way: 'git'`: lines to paste among the settings at the host. */
  paste: string | null;
  /** The server reads its settings when it starts. */
  needsRestart: boolean;
}

// ── State ────────────────────────────────────────────────────────────────────────────────────────

/** What the checklist of the first half hour shows. */
export interface DeskState {
  /** `sample` of company.yaml. */
  isSample: boolean;
  /** What the build would refuse with `sample: false`: facts of the sample that still stand there. */
  sampleFacts: Problem[];
  /** Files that are as they were when the desk was first opened: photos, drawings, texts. */
  untouched: string[];
  /** Whether the colours and fonts are. */
  isBrandUntouched: boolean;
  /** Null: not known yet, or another computer's. */
  hasMailServer: boolean | null;
  target: Target | null;
  online: Release | null;
  /** What is being done, so that a tab that is opened again takes it up. */
  job: Job | null;
  draft: Draft | null;
}

// ── Calls ────────────────────────────────────────────────────────────────────────────────────────

interface Call<Body, Answer> {
  body: Body;
  answer: Answer;
}

/**
 * Every call: what is sent and what a 2xx answers. `Blob` bodies are the file itself, with any type;
 * names go escaped into the address.
 */
export interface DeskApi {
  'GET /api/state': Call<never, DeskState>;

  'GET /api/content': Call<never, ContentAnswer>;
  'POST /api/check': Call<{ changes: Change[] }, CheckAnswer>;
  /** All files or none. 409 `ConflictRefusal`, 422 `ProblemsRefusal`. Forgets the draft of `tab`. */
  'PUT /api/content': Call<{ changes: Change[]; tab?: string }, SavedAnswer>;

  'GET /api/draft': Call<never, Draft | null>;
  /** 409 when another tab has one; `takeOver` replaces it. */
  'PUT /api/draft': Call<Draft & { takeOver?: boolean }, Draft>;
  'DELETE /api/draft': Call<never, null>;

  'GET /api/photos': Call<never, DeskPhoto[]>;
  /**
   * Keeps a photo, as JPEG, under a name made from what the owner says it is; another when that is
   * taken. `photos.yaml` is not touched: its entry (`focus`, `alt`) is a change like any other.
   */
  'POST /api/photos?name=': Call<Blob, DeskPhoto>;
  /** The same name, another picture: everywhere at once. */
  'PUT /api/photos/:name': Call<Blob, DeskPhoto>;
  /** 409 while something uses it. Its entry in `photos.yaml` goes with it. */
  'DELETE /api/photos/:name': Call<never, SavedAnswer>;

  'GET /api/files': Call<never, DeskFile[]>;
  'POST /api/files?name=': Call<Blob, DeskFile>;
  'PUT /api/files/:name': Call<Blob, DeskFile>;
  'DELETE /api/files/:name': Call<never, null>;

  /** Keeps a drawing in `content/brand/`; answers the name for `logo` in `brand.yaml`. */
  'POST /api/logo?place=': Call<Blob, { file: string; svg: string }>;
  /** With the brand as given, saved or not. 422 `ProblemsRefusal`. */
  'POST /api/look': Call<{ brand: Value }, Look>;

  /** The whole site with these changes, on an address of its own. 409 while a job runs. */
  'POST /api/preview': Call<{ changes: Change[] }, Job>;
  'GET /api/jobs/:id': Call<never, Job>;

  'GET /api/target': Call<never, Target | null>;
  /** Tries it first; 422 says what does not work. */
  'PUT /api/target': Call<Target, Target>;
  'GET /api/changes': Call<never, ChangesAnswer>;
  /** Between a release and the one before it: what was done then. */
  'GET /api/releases/:id/changes': Call<never, FileChange[]>;
  'GET /api/releases': Call<never, Release[]>;
  /** What is saved; the app saves first. 409 when the release online is unknown. */
  'POST /api/publish': Call<PublishRequest, Job>;
  'POST /api/releases/:id/restore': Call<RestoreRequest, Job>;

  /** Sends a mail with these settings to `to`; 422 says in Dutch what the mail server said. */
  'POST /api/mail/test': Call<MailSettings, null>;
  'PUT /api/mail': Call<MailSettings, MailSavedAnswer>;
}
