import * as v from 'valibot';
import { mailWordsSchema } from './mail-words.ts';

/**
 * What publishing tells the server about a release: `release.json` at the release's root.
 *
 * The server reads nothing else of the site but the files in the release's `public/`, so that a
 * release can be published on one machine and served from another.
 */

/**
 * Number of this file's format. Raised with every change that a server of before cannot read; a
 * server refuses any other number in one line. Of a release that was replaced it reads less, whatever
 * its number: {@link earlierReleaseSchema}.
 */
export const RELEASE_FORMAT = 6;

/** A day on the calendar of the release's time zone: '2026-08-01' (ISO 8601). */
const day = v.pipe(v.string(), v.isoDate());

const document = v.strictObject({
  /** File in `public/`. */
  file: v.string(),
  /** The same page with the notice above it; present exactly when the release has a notice. */
  noticeFile: v.optional(v.string()),
  /** Of the styles in it, in both variants, as a policy's `style-src` names them: 'sha256-…'. */
  styleHash: v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/)),
});

export const releaseSchema = v.strictObject({
  format: v.literal(RELEASE_FORMAT),
  /** Names the release; later ones sort behind earlier ones: '20261121T213000Z-3fa9c1d2'. */
  id: v.string(),
  /** Address of the site, without a trailing slash: 'https://maanzaad.example'. */
  siteUrl: v.string(),
  /** True while the sample company's facts are in use; the start says so in one line. */
  sampleFacts: v.boolean(),
  /** BCP 47: 'nl-BE'. Dates and numbers in mails are written by it. */
  locale: v.string(),
  /** IANA: 'Europe/Brussels'. Decides which day it is. */
  timeZone: v.string(),
  company: v.strictObject({
    /** Last part of `POST /api/mail/{slug}`. */
    slug: v.string(),
    name: v.string(),
    legalForm: v.string(),
    /** What identifies it before the law: 'BE 0000.000.000, RPR Gent'. */
    registration: v.string(),
    email: v.string(),
    phone: v.string(),
    /** Postal addresses, one line each. */
    postalAddresses: v.array(v.string()),
  }),
  /** Every page a visitor can ask for, by path: '/home'. Hidden pages are not among them. */
  pages: v.array(v.strictObject({ path: v.string(), ...document.entries })),
  /** For any other path, answered with status 404. */
  notFound: document,
  /** Shown above every page from the first day to the last, both included. */
  notice: v.optional(v.strictObject({ from: day, until: day })),
  /** 301 redirects, exact matches; the query string survives. */
  redirects: v.array(v.strictObject({ from: v.string(), to: v.string() })),
  /** What the privacy page tells visitors of their enquiry, and the server obeys. */
  keeping: v.strictObject({
    /** Days an enquiry is kept after its last mail was delivered. */
    days: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** Mail address that enquiries go to; empty: the company's, or the setting MAIL_TO. */
    recipient: v.string(),
    /** Domain of the company on whose machines mail and database run; empty: nothing is said. */
    host: v.string(),
  }),
  captcha: v.strictObject({
    provider: v.picklist(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
    /** The only pages that load the captcha: those with the enquiry form. */
    pagePaths: v.array(v.string()),
  }),
  /** Our own privacy page, the one page that our own pages may frame: '/privacy'. */
  privacyPath: v.string(),
  /** Origin of a privacy page at a provider, which the privacy dialog may frame; empty: our own. */
  privacyFrameOrigin: v.string(),
  /** Origin of another server's API that the form calls; empty: this server. */
  apiOrigin: v.string(),
  enquiry: v.strictObject({
    /** Wire names of the fields its form can send. */
    fields: v.array(v.string()),
    /** By the wire name of a select: its options, which are the wire values. */
    options: v.record(v.string(), v.array(v.string())),
    /** Labels of the fields as the visitor saw them, for the mails. */
    labels: v.record(v.string(), v.string()),
  }),
  /** From `content/mails.yaml`. */
  mails: mailWordsSchema,
  /** The brand's colours by role, for the mails: '#f6f1e7'. */
  colors: v.record(v.string(), v.string()),
});

export type Release = v.InferOutput<typeof releaseSchema>;

/**
 * What a server still needs of a release that was replaced: what its forms, which may be open in
 * somebody's tab, can send. A change of the format leaves this as it is, so that releases of every
 * format are understood.
 */
export const earlierReleaseSchema = v.object({
  id: releaseSchema.entries.id,
  company: v.object({ slug: releaseSchema.entries.company.entries.slug }),
  enquiry: v.object(releaseSchema.entries.enquiry.entries),
});

export type EarlierRelease = v.InferOutput<typeof earlierReleaseSchema>;
