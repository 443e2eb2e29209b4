import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

/**
 * What the build tells the server about the site it built: `dist/release.json`.
 *
 * The server reads nothing else of the site but the files in `dist/public/`, so a release can be
 * built on one machine and served from another.
 */
export const releaseSchema = v.strictObject({
  /** Address of the site, without a trailing slash: 'https://maanzaad.example'. */
  siteUrl: v.string(),
  /** True while the sample company's facts are in use; the start says so in one line. */
  sampleFacts: v.boolean(),
  company: v.strictObject({
    /** Last part of `POST /api/mail/{slug}`. */
    slug: v.string(),
    name: v.string(),
    legalForm: v.string(),
    email: v.string(),
    phone: v.string(),
    /** Postal addresses, one line each. */
    addresses: v.array(v.string()),
  }),
  /** Every page: the path it answers at and its file in `dist/public/`. */
  pages: v.array(v.strictObject({ path: v.string(), file: v.string() })),
  /** File in `dist/public/` for any other path, answered with status 404. */
  notFoundFile: v.string(),
  /** 301 redirects, exact matches; the query string survives. */
  redirects: v.array(v.strictObject({ from: v.string(), to: v.string() })),
  captcha: v.strictObject({
    provider: v.picklist(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
    /** The only page that loads the captcha. */
    pagePath: v.string(),
  }),
  /** Origin of a privacy page at a provider, which the privacy dialog may frame; empty: our own. */
  privacyFrameOrigin: v.string(),
  /** Origin of another server's API that the form calls; empty: this server. */
  apiOrigin: v.string(),
  /** Words of the confirmation mail, from `content/mails.yaml`. */
  confirmation: v.strictObject({
    subject: v.string(),
    greeting: v.string(),
    received: v.string(),
    summaryHeading: v.string(),
    whatNext: v.string(),
    notYou: v.string(),
    signOff: v.string(),
  }),
  /** Labels of the enquiry's fields as the visitor saw them, for the mails. */
  fieldLabels: v.record(v.string(), v.string()),
});

export type Release = v.InferOutput<typeof releaseSchema>;

/**
 * Reads and checks `release.json`.
 *
 * @throws Error naming the file and the wrong field, with the next step.
 */
export async function readRelease(file: string): Promise<Release> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read: build the site first with 'npm run build'.`, {
      cause,
    });
  }
  const result = v.safeParse(releaseSchema, parseJson(file, text));
  if (!result.success) {
    const issue = result.issues[0];
    const where = v.getDotPath(issue) ?? 'the whole file';
    throw new Error(`${file}: ${where}: ${issue.message}. Build the site again: 'npm run build'.`);
  }
  return result.output;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is damaged: build the site again with 'npm run build'.`, { cause });
  }
}
