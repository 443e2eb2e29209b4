import * as v from 'valibot';
import { mailTextsSchema } from './mail-texts.ts';

/**
 * Number of this file's format, raised with every change that a server of before cannot read. Keys
 * that a server does not know are ignored, so most changes need no new number.
 */
export const RELEASE_FORMAT = 6;

/** A day on the calendar of the release's time zone: '2026-08-01' (ISO 8601). */
const day = v.pipe(v.string(), v.isoDate());

const document = v.object({
  /** File in `public/`. */
  file: v.string(),
  /** The same page with the notice above it; present exactly when the release has a notice. */
  noticeFile: v.optional(v.string()),
  /** Of the styles in it, in both variants, as a policy's `style-src` names them: 'sha256-…'. */
  styleHash: v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/)),
});

/**
 * What publishing tells the server about a release: `dist/releases/<id>/release.json`. The file
 * `dist/current` names the release to serve. Besides both the server reads the release's `public/`
 * only, so that a release can be published on one machine and served from another.
 */
export const releaseSchema = v.object({
  format: v.literal(RELEASE_FORMAT),
  /** Names the release; later ones sort behind earlier ones: '20261121T213000Z-3fa9c1d2'. */
  id: v.string(),
  /** Address of the site, without a trailing slash: 'https://maanzaad.example'. */
  siteUrl: v.string(),
  /** True while the sample company's facts are in use. */
  sampleFacts: v.boolean(),
  /** BCP 47: 'nl-BE'. Dates and numbers in mails are written by it. */
  locale: v.string(),
  /** IANA: 'Europe/Brussels'. Decides which day it is. */
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
  /** Every page a visitor can ask for, by path: '/home'. Hidden pages are not among them. */
  pages: v.array(v.object({ path: v.string(), ...document.entries })),
  /** For any other path, answered with status 404. */
  notFound: document,
  /** Shown above every page from the first day to the last, both included. */
  notice: v.optional(v.object({ from: day, until: day })),
  /** 301 redirects, exact matches; the query string survives. */
  redirects: v.array(v.object({ from: v.string(), to: v.string() })),
  /** What the privacy page says about keeping enquiries. */
  keeping: v.object({
    /** Days an enquiry is kept after its mail to the company was delivered. */
    days: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** Mail address that receives the enquiries; empty: the company's, or the setting MAIL_TO. */
    recipient: v.string(),
  }),
  captcha: v.object({
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
  enquiry: v.object({
    /** By the wire name of a select: its options, which are the wire values. */
    options: v.record(v.string(), v.array(v.string())),
    /** Labels of the fields as the visitor saw them, for the mails. */
    labels: v.record(v.string(), v.string()),
  }),
  /** From `content/mails.yaml`. */
  mails: mailTextsSchema,
  /** The brand's colours by role, for the mails: '#f6f1e7'. */
  colors: v.record(v.string(), v.string()),
});

export type Release = v.InferOutput<typeof releaseSchema>;
