import { NOT_FOUND_PATH } from '../../../site/content.ts';
import { hasHeading, traitsOf } from '../../../site/sections/index.ts';
import type { CheckedContent, CheckedPage } from '../content-files.ts';
import { errorAt, type Finding, findingAbout } from '../finding.ts';

/** Paths of the site's own files and the API. */
export const RESERVED_PATHS = ['/api', '/assets', '/photos', '/files', '/fonts'];

/**
 * Checks that paths are unique, redirects have a target, and required pages exist. Hidden pages are
 * ignored.
 */
export function* checkPages({ pages, hasEveryPage }: CheckedContent): Iterable<Finding> {
  const shown = pages.filter(({ value }) => !value.hidden);
  yield* checkPaths(shown);
  for (const page of shown) yield* checkSections(page);
  if (hasEveryPage) yield* checkNeededPages(shown);
}

/** Each path may be used once, by a page or a redirect, so redirects cannot loop. */
function* checkPaths(pages: CheckedPage[]): Iterable<Finding> {
  const taken = new Map<string, string>();
  // Pages come first, so that a conflict is reported at the redirect.
  const claims = [
    ...pages.map((page) => ({ page, path: page.value.path, field: ['path'] })),
    ...pages.flatMap((page) =>
      page.value.redirects.map((path, i) => ({ page, path, field: ['redirects', i] })),
    ),
  ];
  for (const { page, path, field } of claims) {
    const other = taken.get(path);
    taken.set(path, other ?? page.yaml.file);
    if (RESERVED_PATHS.includes(path)) {
      const message = `Het adres '${path}' gebruikt de site zelf; kies een ander adres.`;
      yield errorAt(page.yaml, field, message, `path: ${path}-pagina`);
    } else if (other) {
      const message = `Het adres '${path}' staat ook in ${other}; elk adres staat één keer, bij path of bij redirects.`;
      yield errorAt(page.yaml, field, message);
    }
  }
}

/** Anchors are unique on a page, and each page has a heading, which screen readers announce. */
function* checkSections({ yaml, value }: CheckedPage): Iterable<Finding> {
  const anchors = new Set<string>();
  for (const [i, { anchor, hidden }] of value.sections.entries()) {
    if (hidden || anchor === undefined) continue;
    if (anchors.has(anchor)) {
      const message = `Een deel hierboven heeft ook het anker '${anchor}'; elk deel van een pagina heeft een eigen anker.`;
      yield errorAt(yaml, ['sections', i, 'anchor'], message, `anchor: ${anchor}-2`);
    }
    anchors.add(anchor);
  }
  const shown = value.sections.filter(({ hidden }) => !hidden);
  if (shown.some(({ kind }) => hasHeading(kind))) return;
  const message =
    shown.length > 0
      ? 'Geen enkel deel van deze pagina heeft een kop; zonder kop weet wie de pagina laat voorlezen niet waar hij is.'
      : 'Alle delen van deze pagina zijn verborgen; toon er één, of verberg de hele pagina.';
  yield errorAt(yaml, ['sections'], message, shown.length > 0 ? 'kind: introduction' : undefined);
}

function* checkNeededPages(pages: CheckedPage[]): Iterable<Finding> {
  if (!pages.some(({ value }) => value.redirects.includes('/'))) {
    const message =
      'Geen enkele pagina is de startpagina; zet bij één pagina / bij de oude adressen.';
    yield findingAbout('error', 'pages', message, 'redirects: [ / ]');
  }
  if (!pages.some(({ value }) => value.path === NOT_FOUND_PATH)) {
    const message = 'Er is geen pagina voor een adres dat niet bestaat; maak er één.';
    yield findingAbout('error', 'pages', message, `path: ${NOT_FOUND_PATH}`);
  }
  const [first, ...others] = listForms(pages);
  for (const { page, index } of others) {
    const message = `Er staat al een formulier in ${first?.page.yaml.file}; een site heeft er één, link van hier naar die pagina.`;
    yield errorAt(page.yaml, ['sections', index, 'kind'], message, 'kind: call-to-action');
  }
}

/** The visible enquiry forms. */
export function listForms(pages: CheckedPage[]): { page: CheckedPage; index: number }[] {
  return pages
    .filter(({ value }) => !value.hidden)
    .flatMap((page) =>
      page.value.sections.flatMap((section, index) =>
        traitsOf(section).form && !section.hidden ? [{ page, index }] : [],
      ),
    );
}

/**
 * Checks that the site's settings and the notice are consistent with each other and with the pages.
 */
export function* checkSite({
  site,
  pages,
  hasEveryPage,
  notice,
}: CheckedContent): Iterable<Finding> {
  if (notice && notice.value.until < notice.value.from) {
    const { from, until } = notice.value;
    const message = `'${until}' komt voor '${from}'; verwacht wordt dezelfde dag of een latere.`;
    yield errorAt(notice.yaml, ['until'], message, `until: "${from}"`);
  }
  if (!site) return;
  const { captcha, privacy } = site.value;
  if (captcha.provider !== 'altcha' && captcha.siteKey.trim() === '') {
    const message = `Hier staat niets; verwacht wordt de openbare sleutel die je van ${captcha.provider} kreeg, of provider: altcha.`;
    const example = 'siteKey: "10000000-ffff-ffff-ffff-000000000001"';
    yield errorAt(site.yaml, ['captcha', 'siteKey'], message, example);
  }
  const isShown = pages.some(({ value }) => value.path === privacy.page && !value.hidden);
  if (hasEveryPage && !isShown) {
    const message = `Er is geen pagina '${privacy.page}', of ze is verborgen; verwacht wordt het adres van je privacypagina.`;
    yield errorAt(site.yaml, ['privacy', 'page'], message, 'page: /privacy');
  }
}
