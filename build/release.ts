import type { Release } from '../server/release.ts';
import type { Content } from '../site/content.ts';
import { NOT_FOUND_PAGE, PAGE_PATHS, REDIRECTS } from '../site/routes.ts';

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
      vatNumber: company.vatNumber,
    },
    pages: Object.entries(PAGE_PATHS).map(([page, path]) => ({ path, file: `${page}.html` })),
    notFoundFile: `${NOT_FOUND_PAGE}.html`,
    redirects: REDIRECTS,
    captcha: { provider: site.captcha.provider, pagePath: PAGE_PATHS.info },
    privacyFrameOrigin: originOf(site.privacy.providerUrl),
    apiOrigin: originOf(site.api.base),
    confirmation: mails.confirmation,
    fieldLabels: messages.fields,
  };
}

/** Origin of an absolute address; empty for none and for a path on this server. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
