import { createEnquiryRequestSchema } from '../../enquiry/enquiry.ts';
import { noticeCalendar } from '../../enquiry/notice.ts';
import type { Release } from '../../enquiry/release.ts';
import { createSecurityHeaders } from '../../enquiry/security-headers.ts';
import type { EnquiryRules } from '../enquiries/accept-enquiry.ts';
import type { CaptchaVerifier } from '../enquiries/captcha/verifier.ts';
import { mailComposer } from '../outbox/compose-mails.ts';
import type { ReleasesInForce } from '../releases.ts';
import { createHostCheck } from './hosts.ts';
import { readSiteFiles, type SiteFiles } from './site-files.ts';

/** All that answers are made of while one release is in force; the next one brings a new one. */
export interface ServedSite extends SiteFiles, EnquiryRules {
  release: Release;
  redirects: ReadonlyMap<string, string>;
  securityHeaders: ReturnType<typeof createSecurityHeaders>;
  isNoticeShown: (nowMs: number) => boolean;
  /** Last parts of the address that takes enquiries: the company's, and what it was before. */
  slugs: ReadonlySet<string>;
  /** Whether a request may name that host. */
  isOurHost: (host: string) => boolean;
  /** Origins whose pages may call the API, besides pages of the host that was called. */
  origins: ReadonlySet<string>;
}

/** @throws Error naming the page whose file is missing */
export async function prepareSite(
  releases: ReleasesInForce,
  {
    captcha,
    corsOrigins,
    allowedHosts,
  }: { captcha: CaptchaVerifier; corsOrigins: string[]; allowedHosts: string[] },
): Promise<ServedSite> {
  const { release } = releases.current;
  const all = [releases.current, ...releases.earlier];
  return {
    ...(await readSiteFiles(releases)),
    release,
    redirects: new Map(release.redirects.map(({ from, to }) => [from, to])),
    securityHeaders: createSecurityHeaders(release),
    isNoticeShown: noticeCalendar(release),
    slugs: new Set(all.map(({ release: { company } }) => company.slug)),
    isOurHost: createHostCheck(release.siteUrl, [release.apiOrigin], allowedHosts),
    origins: originsOf(release.siteUrl, corsOrigins),
    requestSchema: createEnquiryRequestSchema(),
    captcha,
    composeMails: mailComposer(release),
  };
}

/** Never "null": so calls itself every page without an origin, a sandboxed frame of anyone's too. */
function originsOf(siteUrl: string, corsOrigins: string[]): Set<string> {
  const own = URL.canParse(siteUrl) ? [new URL(siteUrl).origin] : [];
  return new Set([...own, ...corsOrigins].filter((origin) => origin !== 'null'));
}
