import { RELEASE_FORMAT, type ReleaseManifest } from '../../release/manifest.ts';
import { type Content, NOT_FOUND_PATH, type Page } from '../../site/content/content.ts';
import { fullDaysToCome } from '../../site/content/full-days.ts';
import { formPagesOf } from '../../site/document/page-context.ts';
import { pageFile } from '../documents/make-page.ts';

/**
 * Makes the manifest of a release (`release.json`).
 *
 * @param styleHashes the hash of each page's styles, by the page's path
 * @param markPng the brand's mark for the mails
 */
export function manifestOf(
  id: string,
  content: Content,
  styleHashes: ReadonlyMap<string, string>,
  markPng: Buffer,
): ReleaseManifest {
  const { company, site, messages, mails, brand, notice, pages } = content;
  const documentOf = (page: Page) => {
    const styleHash = styleHashes.get(page.path) ?? '';
    if (!notice) return { file: pageFile(page), styleHash };
    const file = pageFile(page, 'plain');
    return { file, noticeFile: pageFile(page, 'notice'), styleHash };
  };
  const registration = [company.owner, company.vatNumber, company.court];
  const notFound = pages.find(({ path }) => path === NOT_FOUND_PATH);
  if (!notFound) throw new Error(`No page has the path ${NOT_FOUND_PATH}`);
  const found = pages.filter((page) => page !== notFound);
  return {
    format: RELEASE_FORMAT,
    id,
    siteUrl: site.url,
    sampleFacts: company.sample,
    locale: site.locale,
    timeZone: site.timeZone,
    company: {
      slug: company.slug,
      name: company.name,
      legalForm: company.legalForm,
      registration: registration.filter(Boolean).join(', '),
      email: company.email,
      phone: company.phone,
      postalAddresses: company.postalAddresses.map(
        ({ street, postalCode, town }) => `${street}, ${postalCode} ${town}`,
      ),
    },
    pages: found.map((page) => ({ path: page.path, ...documentOf(page) })),
    notFound: documentOf(notFound),
    ...(notice && { notice: { from: notice.from, until: notice.until } }),
    redirects: pages.flatMap(({ path, redirects }) =>
      redirects.map((from) => ({ from, to: path })),
    ),
    fullDays: fullDaysToCome(content.fullDays?.days ?? [], site.timeZone, new Date()),
    keeping: {
      days: site.enquiries.keepDays,
      bookedUntilParty: content.statesBookedRetention === true,
      recipient: site.enquiries.recipient,
    },
    captcha: {
      provider: site.captcha.provider,
      pagePaths: formPagesOf(pages).map(({ path }) => path),
    },
    countsVisits: site.visits.count,
    privacyPath: site.privacy.page,
    privacyFrameOrigin: originOf(site.privacy.providerUrl),
    apiOrigin: originOf(site.api.base),
    enquiry: { options: messages.options, labels: messages.fields },
    mails,
    colors: brand.colors,
    markPng: markPng.toString('base64'),
  };
}

/** Origin of an absolute URL; empty for a path on this server. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? '';
}
