import { type Content, NOT_FOUND_PATH, type Page } from '../site/content.ts';
import { homePathOf, navigationOf } from '../site/page-context.ts';
import { formatPrice } from '../site/parts/format-price.ts';
import { contactOf } from '../site/parts/phone.ts';
import { offersOf } from '../site/sections/offers.ts';

/**
 * `/llms.txt` (llmstxt.org): the site in Markdown for programs that answer questions about it. Who the
 * caterer is and how to reach them, then every page with what it offers; all in the caterer's words.
 */
export function llmsText({ company, site, messages, pages }: Content): string {
  const { phone, email } = contactOf(company);
  const home = pages.find(({ path }) => path === homePathOf(pages));
  const shown = pages.filter(({ path }) => path !== NOT_FOUND_PATH);
  const order = navigationOf(pages).map(({ path }) => path);
  const placeOf = ({ path }: Page) => (order.includes(path) ? order.indexOf(path) : order.length);
  return [
    `# ${company.name}`,
    '',
    `> ${home?.description}`,
    '',
    `- ${[`${company.name} ${company.legalForm}`, company.owner, company.vatNumber].filter(Boolean).join(', ')}`,
    ...company.postalAddresses.map(
      ({ label, street, postalCode, town }) => `- ${label}: ${street}, ${postalCode} ${town}`,
    ),
    `- ${phone}`,
    `- ${email}`,
    '',
    `## ${messages.shell.mainNavigation}`,
    '',
    ...shown
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .flatMap((page) => [
        `- [${page.title}](${site.url}${page.path}): ${page.description}`,
        ...page.sections.flatMap(offersOf).map(({ name, price }) => {
          const cost = price && `: ${formatPrice(price.amount, site)} ${price.per ?? ''}`.trimEnd();
          return `  - ${name}${cost ?? ''}`;
        }),
      ]),
    '',
  ].join('\n');
}
