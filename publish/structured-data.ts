import type {
  BreadcrumbList,
  FoodEstablishment,
  Graph,
  Offer,
  PostalAddress,
  WebSite,
} from 'schema-dts';
import { type Company, type Content, type Page, WEEKDAYS } from '../site/content.ts';
import { homePathOf } from '../site/page-context.ts';
import { contactOf } from '../site/parts/phone.ts';
import { traitsOf } from '../site/sections/index.ts';
import { placeOf } from '../site/sections/section-place.ts';

/**
 * Structured data (schema.org) of a page: the caterer, the page's offers with prices, and
 * breadcrumbs. Pages outside the navigation have none.
 *
 * @param picture absolute URL of the social card
 * @returns JSON-LD, escaped for a script element
 */
export function structuredData(
  page: Page,
  content: Content,
  picture: string | undefined,
): string | undefined {
  if (!page.navigation) return undefined;
  const { site, company, pages } = content;
  const homePath = homePathOf(pages);
  const offered = offers(page, site);
  const graph: Graph = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...caterer(content),
        ...(picture && { image: picture }),
        ...(offered.length > 0 && { makesOffer: offered }),
      },
      ...(page.path === homePath ? [website(company.name, site.url, site.locale)] : []),
      ...(page.path === homePath ? [] : [wayFromHome(page, content)]),
    ],
  };
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

type Node<Type> = Exclude<Type, string>;

function caterer({ company, site }: Content): Node<FoodEstablishment> {
  const [seat, ...others] = company.postalAddresses;
  return {
    '@type': 'FoodEstablishment',
    '@id': `${site.url}/#caterer`,
    name: company.name,
    legalName: `${company.name} ${company.legalForm}`,
    url: site.url,
    logo: `${site.url}/icon-512.png`,
    telephone: contactOf(company).phoneHref.replace('tel:', ''),
    email: company.email,
    vatID: company.vatNumber.replace(/[^A-Z\d]/gi, ''),
    ...(seat && { address: postalAddress(seat, company.country) }),
    ...(others.length > 0 && {
      location: others.map((address) => ({
        '@type': 'Place' as const,
        name: address.label,
        address: postalAddress(address, company.country),
      })),
    }),
    ...(company.areaServed.length > 0 && { areaServed: company.areaServed }),
    ...(company.geo && { geo: { '@type': 'GeoCoordinates', ...company.geo } }),
    ...(company.openingHours.length > 0 && {
      openingHoursSpecification: company.openingHours.map(({ days, from, until }) => ({
        '@type': 'OpeningHoursSpecification' as const,
        dayOfWeek: days.map((day) => DAYS[day]),
        opens: from,
        closes: until,
      })),
    }),
  };
}

/** Day names of schema.org: 'Monday'. */
const DAYS = Object.fromEntries(
  WEEKDAYS.map((day) => [day, day.charAt(0).toUpperCase() + day.slice(1)]),
) as { [Day in (typeof WEEKDAYS)[number]]: Capitalize<Day> };

function postalAddress(
  { street, postalCode, town }: Company['postalAddresses'][number],
  country: string,
): Node<PostalAddress> {
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode,
    addressLocality: town,
    addressCountry: country,
  };
}

/** The offers that have a price. */
function offers(page: Page, site: Content['site']): Node<Offer>[] {
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

function website(name: string, url: string, locale: string): Node<WebSite> {
  return { '@type': 'WebSite', '@id': `${url}/#site`, name, url, inLanguage: locale };
}

function wayFromHome(page: Page, { site, pages }: Content): Node<BreadcrumbList> {
  const home = pages.find(({ path }) => path === homePathOf(pages));
  const steps = [home, page].filter((step) => step !== undefined);
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ navigation, title, path }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name: navigation?.label ?? title,
      item: `${site.url}${path}`,
    })),
  };
}
