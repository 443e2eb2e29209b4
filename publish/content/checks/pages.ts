import { NOT_FOUND_PATH } from '../../../site/content.ts';
import { hasHeading, traitsOf } from '../../../site/sections/index.ts';
import type { CheckedContent, CheckedPage } from '../content-files.ts';
import { errorAt, type Finding, findingAbout } from '../finding.ts';

/** Paths of the site's own files and the API. */
export const RESERVED_PATHS = ['/api', '/assets', '/photos', '/files', '/fonts'];

/** Checks the visible pages: their paths, headings and anchors, and that none is missing. */
export function* checkPages({ pages, hasEveryPage }: CheckedContent): Iterable<Finding> {
  const shown = pages.filter(({ value }) => !value.hidden);
  yield* checkPaths(shown);
  for (const page of shown) yield* checkSections(page);
  if (hasEveryPage) yield* checkNeededPages(shown);
}

/** Each path may be used once, by a page or a redirect, so redirects cannot loop. */
function* checkPaths(pages: CheckedPage[]): Iterable<Finding> {
  const files = new Map<string, string>();
  for (const { yaml, value } of pages) {
    const paths = [value.path, ...value.redirects];
    for (const [i, path] of paths.entries()) {
      const field = i === 0 ? ['path'] : ['redirects', i - 1];
      const other = files.get(path);
      if (RESERVED_PATHS.includes(path)) {
        const message = `Het adres '${path}' gebruikt de site zelf; kies een ander adres.`;
        yield errorAt(yaml, field, message, `path: ${path}-pagina`);
      } else if (other !== undefined) {
        const message = `Het adres '${path}' staat ook in ${other}; elk adres kan maar één keer.`;
        yield errorAt(yaml, field, message);
      }
      files.set(path, yaml.file);
    }
  }
}

/** Anchors are unique, and each page has a heading, which screen readers announce. */
function* checkSections({ yaml, value }: CheckedPage): Iterable<Finding> {
  const anchors = new Set<string>();
  let shown = 0;
  let headings = 0;
  for (const [i, { kind, anchor, hidden }] of value.sections.entries()) {
    if (hidden) continue;
    shown++;
    if (hasHeading(kind)) headings++;
    if (anchor === undefined) continue;
    if (anchors.has(anchor)) {
      const message = `Een deel hierboven heeft ook het anker '${anchor}'; kies een ander.`;
      yield errorAt(yaml, ['sections', i, 'anchor'], message, `anchor: ${anchor}-2`);
    }
    anchors.add(anchor);
  }
  if (shown === 0) {
    const message = 'Alle delen zijn verborgen; toon er één, of verberg de hele pagina.';
    yield errorAt(yaml, ['sections'], message);
  } else if (headings === 0) {
    const message = 'Geen enkel deel heeft een kop; wie de pagina laat voorlezen, mist die.';
    yield errorAt(yaml, ['sections'], message, 'kind: introduction');
  }
}

function* checkNeededPages(pages: CheckedPage[]): Iterable<Finding> {
  if (!pages.some(({ value }) => value.redirects.includes('/'))) {
    const message = 'Geen pagina is de startpagina; zet bij één pagina / bij de oude adressen.';
    yield findingAbout('error', 'pages', message, 'redirects: [ / ]');
  }
  if (!pages.some(({ value }) => value.path === NOT_FOUND_PATH)) {
    const message = 'Er is geen pagina voor een adres dat niet bestaat; maak er één.';
    yield findingAbout('error', 'pages', message, `path: ${NOT_FOUND_PATH}`);
  }
  const [first, ...others] = listForms(pages);
  for (const { page, index } of others) {
    const file = first?.page.yaml.file;
    const message = `Er staat al een formulier in ${file}; link van hier naar die pagina.`;
    yield errorAt(page.yaml, ['sections', index, 'kind'], message, 'kind: call-to-action');
  }
}

/** The visible enquiry forms. */
export function listForms(pages: CheckedPage[]) {
  const forms: { page: CheckedPage; index: number }[] = [];
  for (const page of pages) {
    if (page.value.hidden) continue;
    for (const [index, section] of page.value.sections.entries()) {
      if (traitsOf(section).form && !section.hidden) forms.push({ page, index });
    }
  }
  return forms;
}

/** Checks the notice, and the settings that depend on each other or on a page. */
export function* checkSite(content: CheckedContent): Iterable<Finding> {
  const { site, pages, hasEveryPage, notice } = content;
  if (notice && notice.value.until < notice.value.from) {
    const { from, until } = notice.value;
    const message = `'${until}' komt voor '${from}'; verwacht wordt dezelfde dag of een latere.`;
    yield errorAt(notice.yaml, ['until'], message, `until: "${from}"`);
  }
  if (!site) return;
  const { captcha, privacy } = site.value;
  if (captcha.provider !== 'altcha' && captcha.siteKey.trim() === '') {
    const message = `Hier staat niets; verwacht wordt de openbare sleutel van ${captcha.provider}.`;
    const example = 'siteKey: "10000000-ffff-ffff-ffff-000000000001"';
    yield errorAt(site.yaml, ['captcha', 'siteKey'], message, example);
  }
  const page = pages.find(({ value }) => value.path === privacy.page);
  if (hasEveryPage && (!page || page.value.hidden)) {
    const message = `Er is geen zichtbare pagina '${privacy.page}' met je privacyverklaring.`;
    yield errorAt(site.yaml, ['privacy', 'page'], message, 'page: /privacy');
  }
}
