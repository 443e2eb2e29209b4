import * as v from 'valibot';
import { mailTextsSchema } from './mail-texts.ts';

/**
 * Number of this file's format, increased with every change that an older server cannot read.
 * Unknown keys are ignored, so most changes do not need a new number.
 */
export const RELEASE_FORMAT = 6;

/** A day on the calendar of the release's time zone: '2026-08-01' (ISO 8601). */
const day = v.pipe(v.string(), v.isoDate());

const document = v.object({
  /** File in `public/`. */
  file: v.string(),
  /** The same page with the notice above it; present exactly when the release has a notice. */
  noticeFile: v.optional(v.string()),
  /** Hash of its inline styles for `style-src`, in both variants: 'sha256-…'. */
  styleHash: v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/)),
});

/**
 * The facts of a release that the server needs: `dist/releases/<id>/release.json`. The file
 * `dist/current` names the release to serve. Besides both the server reads the release's `public/`
 * only, so that a release can be published on one machine and served from another.
 */
export const releaseSchema = v.object({
  format: v.literal(RELEASE_FORMAT),
  /** Release id, sorted by time: '20261121T213000Z-3fa9c1d2'. */
  id: v.string(),
  /** Address of the site, without a trailing slash: 'https://maanzaad.example'. */
  siteUrl: v.string(),
  /** True while the sample company's facts are in use. */
  sampleFacts: v.boolean(),
  /** BCP 47: 'nl-BE'. Locale of dates and numbers in mails. */
  locale: v.string(),
  /** IANA: 'Europe/Brussels'. Determines today's date. */
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
  /** Shown above every page from the first to the last day, inclusive. */
  notice: v.optional(v.object({ from: day, until: day })),
  /** 301 redirects, exact matches; the query string survives. */
  redirects: v.array(v.object({ from: v.string(), to: v.string() })),
  /** Retention and delivery of enquiries. */
  keeping: v.object({
    /** Days an enquiry is kept after its mail to the company was delivered. */
    days: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** Mail address that receives the enquiries; empty: the company's, or the setting MAIL_TO. */
    recipient: v.string(),
  }),
  captcha: v.object({
    provider: v.picklist(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
    /** Pages with the enquiry form; only these load the captcha. */
    pagePaths: v.array(v.string()),
  }),
  /** Path of our privacy page, the only page that our pages may frame: '/privacy'. */
  privacyPath: v.string(),
  /** Origin of a privacy page at a provider, which the privacy dialog may frame; empty: our own. */
  privacyFrameOrigin: v.string(),
  /** Origin of another server's API that the form calls; empty: this server. */
  apiOrigin: v.string(),
  enquiry: v.object({
    /** The options of each select, by its wire name; they are the wire values. */
    options: v.record(v.string(), v.array(v.string())),
    /** Labels of the fields, for the mails. */
    labels: v.record(v.string(), v.string()),
  }),
  mails: mailTextsSchema,
  /** The brand's colours by role, for the mails: '#f6f1e7'. */
  colors: v.record(v.string(), v.string()),
});

export type Release = v.InferOutput<typeof releaseSchema>;

/**
 * Returns a function that says whether the release's notice is shown: from its first to its last
 * day, inclusive, in the caterer's time zone.
 */
export function noticeCalendar({ notice, timeZone }: Pick<Release, 'notice' | 'timeZone'>) {
  if (notice === undefined) return () => false;
  // The Swedish locale formats dates as ISO 8601: '2026-08-01'.
  const calendar = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return (nowMs: number) => {
    const today = calendar.format(nowMs);
    return notice.from <= today && today <= notice.until;
  };
}
