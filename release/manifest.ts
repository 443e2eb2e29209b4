import * as v from 'valibot';
import { dayFormatter } from './day-in.ts';
import { mailTextsSchema } from './mail-texts.ts';

/** How long counts of visits are kept. The privacy page states the same number. */
export const VISIT_MONTHS = 13;

/**
 * Erased data has left all backups after this many days (`deploy/backup.ts`). The privacy page
 * states the same number.
 */
export const BACKUP_DAYS = 7;

/** Increase this with a change that an older server cannot read. A server ignores unknown keys. */
export const RELEASE_FORMAT = 6;

/** '2026-08-01' (ISO 8601), in the release's time zone. */
const day = v.pipe(v.string(), v.isoDate());

const document = v.object({
  /** File in `public/`. */
  file: v.string(),
  /** The page with the notice above it, if the release has one. */
  noticeFile: v.optional(v.string()),
  /** The hash of the inline styles, in both variants of the page: 'sha256-…'. */
  styleHash: v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/)),
});

/**
 * The schema of `dist/releases/<id>/release.json`. Apart from this file, the server reads only
 * `dist/current`, which names the release to serve, and the release's `public/`. So one machine can
 * publish and another one serve.
 */
export const releaseManifestSchema = v.object({
  format: v.literal(RELEASE_FORMAT),
  /** Ids sort by time: '20261121T213000123Z-3fa9c1d2'. */
  id: v.string(),
  /** 'https://maanzaad.example' */
  siteUrl: v.string(),
  /** True while the sample company's facts are in use. */
  sampleFacts: v.boolean(),
  /** A BCP 47 tag, 'nl-BE': the locale of dates and numbers in mails. */
  locale: v.string(),
  /** An IANA name, 'Europe/Brussels': determines today's date. */
  timeZone: v.string(),
  company: v.object({
    /** Last part of `POST /api/mail/{slug}`. */
    slug: v.string(),
    name: v.string(),
    legalForm: v.string(),
    /** Enterprise number and court: 'BE 0000.000.000, RPR Gent'. */
    registration: v.string(),
    email: v.string(),
    phone: v.string(),
    /** Postal addresses, one line each. */
    postalAddresses: v.array(v.string()),
  }),
  /** All visible pages, by path: '/home'. */
  pages: v.array(v.object({ path: v.string(), ...document.entries })),
  /** The page for any other path, with status 404. */
  notFound: document,
  /**
   * The days on which a notice is shown above every page. The first and the last day are included.
   */
  notice: v.optional(v.object({ from: day, until: day })),
  /** Redirects with status 301. The path must match exactly; the query string survives. */
  redirects: v.array(v.object({ from: v.string(), to: v.string() })),
  /**
   * The days that the calendar marks as full. The company mail says so when an enquiry is
   * for one of them.
   */
  fullDays: v.optional(v.array(day), []),
  /**
   * How long enquiries are kept, and where they are sent. The name is part of the release's format,
   * which servers of earlier versions read.
   */
  keeping: v.object({
    /** For how many days an enquiry is kept after its company mail was delivered. */
    days: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /**
     * Whether the privacy page says that the days of a booked enquiry are counted from the party,
     * at most two years after the enquiry came in. Releases of earlier versions lack this field.
     */
    bookedUntilParty: v.optional(v.boolean(), false),
    /**
     * The address that receives the enquiries. When empty, it is the company's. MAIL_TO overrides
     * both.
     */
    recipient: v.string(),
  }),
  captcha: v.object({
    provider: v.picklist(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
    /** Pages with the enquiry form; only these load the captcha. */
    pagePaths: v.array(v.string()),
  }),
  /** Whether visits are counted, which requires that the privacy page says so. Default: false. */
  countsVisits: v.optional(v.boolean()),
  /** '/privacy', the only page that our pages may frame. */
  privacyPath: v.string(),
  /**
   * The origin of a privacy page elsewhere, which our pages may frame. Empty when the page is our
   * own.
   */
  privacyFrameOrigin: v.string(),
  /** The origin of another server's API that the form calls. Empty when it calls this server. */
  apiOrigin: v.string(),
  enquiry: v.object({
    /** The options of each select, by wire name. */
    options: v.record(v.string(), v.array(v.string())),
    /** Labels of the fields, for the mails. */
    labels: v.record(v.string(), v.string()),
  }),
  mails: mailTextsSchema,
  /** The brand's colours by role, for the mails: '#f6f1e7'. */
  colors: v.record(v.string(), v.string()),
  /** The brand's mark for the mails: a transparent PNG of 96 × 96 px, in Base64. */
  markPng: v.optional(v.string()),
});

export type ReleaseManifest = v.InferOutput<typeof releaseManifestSchema>;

/** Returns a function that tells whether the notice is shown at a given time. */
export function noticeCalendar({ notice, timeZone }: Pick<ReleaseManifest, 'notice' | 'timeZone'>) {
  if (notice === undefined) return () => false;
  const dayOf = dayFormatter(timeZone);
  return (nowMs: number) => {
    const today = dayOf(nowMs);
    return notice.from <= today && today <= notice.until;
  };
}
