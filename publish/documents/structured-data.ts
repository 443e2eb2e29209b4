import type { DayOfWeek, Graph, ListItem, Offer } from 'schema-dts';
import type { Company, Content, Page, Site } from '../../site/content/content.ts';
import { homePathOf } from '../../site/document/page-context.ts';
import { contactOf } from '../../site/parts/contact.ts';
import { positionOf, traitsOf } from '../../site/sections/section-kinds.ts';

/**
 * Structured data (schema.org) of a page: the caterer, the page's offers with prices, and
 * breadcrumbs. Pages outside the navigation have none.
 *
 * @param cardUrl absolute URL of the social card
 * @returns JSON-LD, escaped for a script element
 */
export function structuredData(
  page: Page,
  { company, site, pages }: Content,
  cardUrl: string | undefined,
): string | undefined {
  if (!page.navigation) return undefined;
  const seat = company.postalAddresses[0] as Company['postalAddresses'][number];
  const graph: Graph = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'FoodEstablishment',
        '@id': `${site.url}/#caterer`,
        name: company.name,
        legalName: `${company.name} ${company.legalForm}`,
        url: site.url,
        logo: `${site.url}/icon-512.png`,
        telephone: contactOf(company).phoneHref.replace('tel:', ''),
        email: company.email,
        vatID: company.vatNumber.replace(/[^A-Z\d]/gi, ''),
        address: {
          '@type': 'PostalAddress',
          streetAddress: seat.street,
          postalCode: seat.postalCode,
          addressLocality: seat.town,
          addressCountry: company.country,
        },
        areaServed: company.areaServed,
        sameAs: Object.values(company.social).filter((link) => link !== undefined),
        openingHoursSpecification: company.openingHours.map(({ days, from, until }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map(dayOfWeek),
          opens: from,
          closes: until,
        })),
        ...(cardUrl && { image: cardUrl }),
        makesOffer: offersOn(page, site),
      },
      { '@type': 'BreadcrumbList', itemListElement: breadcrumbs(page, pages, site) },
    ],
  };
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

function dayOfWeek(day: string): DayOfWeek {
  const name = day.charAt(0).toUpperCase() + day.slice(1);
  return name as DayOfWeek;
}

/** Makes the breadcrumbs: the home page and this page. */
function breadcrumbs(page: Page, pages: Page[], site: Site): ListItem[] {
  const homePath = homePathOf(pages);
  const home = pages.filter((listed) => listed.path === homePath && listed !== page);
  return [...home, page].map(({ navigation, title, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: navigation?.label ?? title,
    item: `${site.url}${path}`,
  }));
}

/** Lists the offers that have a price. */
function offersOn(page: Page, site: Site): Offer[] {
  const offers: Offer[] = [];
  for (const [index, section] of page.sections.entries()) {
    const { headingId } = positionOf(page.sections, index);
    const url = `${site.url}${page.path}#${headingId}`;
    for (const { name, price } of traitsOf(section).offers?.(section) ?? []) {
      if (!price) continue;
      offers.push({
        '@type': 'Offer',
        name,
        url,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          [price.from ? 'minPrice' : 'price']: price.amount,
          priceCurrency: site.currency,
          ...(price.per && { unitText: price.per }),
        },
      });
    }
  }
  return offers;
}
