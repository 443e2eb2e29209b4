import type { DayOfWeek, Graph, Offer, PostalAddress } from 'schema-dts';
import type { Company, Content, Page } from '../site/content.ts';
import { homePathOf } from '../site/page-context.ts';
import { contactOf } from '../site/parts/phone.ts';
import { placeOf, traitsOf } from '../site/sections/index.ts';

/**
 * Structured data (schema.org) of a page: the caterer, the page's offers with prices, and
 * breadcrumbs. Pages outside the navigation have none.
 *
 * @param picture absolute URL of the social card
 * @returns JSON-LD, escaped for a script element
 */
export function structuredData(
  page: Page,
  { company, site, pages }: Content,
  picture: string | undefined,
): string | undefined {
  if (!page.navigation) return undefined;
  const [seat, ...others] = company.postalAddresses.map((address) => ({
    name: address.label,
    address: postalAddress(address, company.country),
  }));
  const homePath = homePathOf(pages);
  const isHome = page.path === homePath;
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
        ...(seat && { address: seat.address }),
        location: others.map((other) => ({ '@type': 'Place' as const, ...other })),
        areaServed: company.areaServed,
        ...(company.geo && { geo: { '@type': 'GeoCoordinates', ...company.geo } }),
        openingHoursSpecification: company.openingHours.map(({ days, from, until }) => ({
          '@type': 'OpeningHoursSpecification' as const,
          dayOfWeek: days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)) as DayOfWeek[],
          opens: from,
          closes: until,
        })),
        ...(picture && { image: picture }),
        makesOffer: offers(page, site),
      },
      isHome
        ? {
            '@type': 'WebSite',
            '@id': `${site.url}/#site`,
            name: company.name,
            url: site.url,
            inLanguage: site.locale,
          }
        : {
            '@type': 'BreadcrumbList',
            itemListElement: [...pages.filter(({ path }) => path === homePath), page].map(
              ({ navigation, title, path }, index) => ({
                '@type': 'ListItem' as const,
                position: index + 1,
                name: navigation?.label ?? title,
                item: `${site.url}${path}`,
              }),
            ),
          },
    ],
  };
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

function postalAddress(
  { street, postalCode, town }: Company['postalAddresses'][number],
  country: string,
): PostalAddress {
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode,
    addressLocality: town,
    addressCountry: country,
  };
}

/** The offers that have a price. */
function offers(page: Page, site: Content['site']): Offer[] {
  return page.sections.flatMap((section, index) => {
    const { elementId, headingId } = placeOf(page.sections, index);
    const url = `${site.url}${page.path}#${elementId ?? headingId}`;
    const offered = traitsOf(section).offers?.(section) ?? [];
    return offered.flatMap(({ name, price }) =>
      price
        ? {
            '@type': 'Offer' as const,
            name,
            url,
            priceSpecification: {
              '@type': 'UnitPriceSpecification' as const,
              [price.from ? 'minPrice' : 'price']: price.amount,
              priceCurrency: site.currency,
              ...(price.per && { unitText: price.per }),
            },
          }
        : [],
    );
  });
}
