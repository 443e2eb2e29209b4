import type { Release } from '../server/release.ts';
import type { Content } from '../site/content.ts';
import { NOT_FOUND_PAGE, PAGE_PATHS, type PageId, REDIRECTS } from '../site/routes.ts';

/** What the server has to know of this build (`server/release.ts`). */
export function releaseOf(content: Content): Release {
  const { company, site, mails, messages } = content;
  return {
    siteUrl: site.url,
    sampleFacts: company.sample,
    company: {
      slug: company.slug,
      name: company.name,
      legalForm: company.legalForm,
      email: company.email,
      phone: company.phone,
      addresses: company.addresses.map(
        ({ street, postalCode, town }) => `${street}, ${postalCode} ${town}`,
      ),
    },
    pages: (Object.entries(PAGE_PATHS) as [PageId, string][]).map(([page, path]) => ({
      path,
      file: pageFile(page),
    })),
    notFoundFile: pageFile(NOT_FOUND_PAGE),
    redirects: REDIRECTS,
    captcha: { provider: site.captcha.provider, pagePath: PAGE_PATHS.info },
    privacyFrameOrigin: originOf(site.privacy.providerUrl),
    apiOrigin: originOf(site.api.base),
    confirmation: mails.confirmation,
    fieldLabels: messages.fields,
  };
}

/** A page's file in `dist/public/`; of the not-found page the one that static hosts look for. */
export function pageFile(page: PageId): string {
  return page === NOT_FOUND_PAGE ? '404.html' : `${page}.html`;
}

/** Origin of an absolute address; empty for none and for a path on this server. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
