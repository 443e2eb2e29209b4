import * as v from 'valibot';
import { API_BASE } from '../../../enquiry/api-contract.ts';
import { NOT_FOUND_PATH } from '../../../site/content/content.ts';
import {
  hasHeading,
  positionOf,
  SCROLL_TARGET,
  sectionKinds,
  traitsOf,
} from '../../../site/sections/section-kinds.ts';
import type { CheckedContent, CheckedPage } from '../content-files.ts';
import { errorAt, type Finding, findingAbout } from '../finding.ts';

/** Paths of the site's own files and the API. */
export const RESERVED_PATHS = [API_BASE, '/assets', '/photos', '/files', '/fonts'];

/** Ids of the shell, which every page contains (`site/shell/`). */
const SHELL_IDS = ['main', 'menu', SCROLL_TARGET];

/**
 * Checks the paths, headings and anchors of the visible pages, and that no required page is
 * missing.
 */
export function* checkPages({ pages, hasEveryPage }: CheckedContent): Iterable<Finding> {
  const visible = pages.filter(({ value }) => !value.hidden);
  yield* checkPaths(visible);
  for (const page of visible) yield* checkSections(page);
  if (hasEveryPage) yield* checkRequiredPages(visible);
}

/** Each path may be used once, by a page or a redirect, so redirects cannot loop. */
function* checkPaths(pages: CheckedPage[]): Iterable<Finding> {
  const titles = new Map<string, string>();
  for (const { yaml, value } of pages) {
    const paths = [value.path, ...value.redirects];
    for (const [i, path] of paths.entries()) {
      const field = i === 0 ? ['path'] : ['redirects', i - 1];
      const other = titles.get(path);
      if (RESERVED_PATHS.includes(path)) {
        const message = `Het adres '${path}' gebruikt de site zelf; kies een ander adres.`;
        yield errorAt(yaml, field, message, `path: ${path}-pagina`);
      } else if (other !== undefined) {
        const message = `Het adres '${path}' is ook van de pagina ‘${other}’; elk adres kan maar één keer.`;
        yield errorAt(yaml, field, message);
      }
      titles.set(path, value.title);
    }
  }
}

/** The visible sections of a page, with their index in the file. */
function visibleSections({ value }: CheckedPage) {
  const sections = value.sections.map((section, index) => ({ section, index }));
  return sections.filter(({ section }) => !section.hidden);
}

/** Checks each page's headings, anchors, and the kinds that have a fixed place. */
function* checkSections(page: CheckedPage): Iterable<Finding> {
  const { yaml } = page;
  const visible = visibleSections(page);
  yield* checkKinds(page);
  yield* checkAnchors(page);
  if (visible.length === 0) {
    const message = 'Alle delen zijn verborgen; toon er één, of verberg de hele pagina.';
    yield errorAt(yaml, ['sections'], message);
  } else if (!visible.some(({ section }) => hasHeading(section.kind))) {
    const message = 'Geen enkel deel heeft een kop; wie de pagina laat voorlezen, mist die.';
    yield errorAt(yaml, ['sections'], message, 'kind: introduction');
  }
}

/**
 * Checks that a hero is the first section and not the last, and that some kinds occur only once.
 */
function* checkKinds(page: CheckedPage): Iterable<Finding> {
  const visible = visibleSections(page);
  for (const [position, { section, index }] of visible.entries()) {
    const { kind } = section;
    const { isUnique, hasForm, liesUnderTopBar } = traitsOf(section);
    const title = v.getTitle(sectionKinds[kind].schema) ?? kind;
    const isRepeated = visible.slice(0, position).some((earlier) => earlier.section.kind === kind);
    // A second form is reported for the whole site.
    if (isUnique && !hasForm && isRepeated) {
      const message = `Deze pagina heeft al een deel ‘${title}’; één volstaat, haal er een weg.`;
      yield errorAt(page.yaml, ['sections', index, 'kind'], message);
    } else if (liesUnderTopBar && position > 0) {
      const message = `Een deel ‘${title}’ staat altijd bovenaan; zet het vóór de andere delen.`;
      yield errorAt(page.yaml, ['sections', index, 'kind'], message);
    } else if (liesUnderTopBar && visible.length === 1) {
      const message = `Onder ‘${title}’ staat niets, en de knop wijst naar beneden; zet er een deel onder.`;
      yield errorAt(page.yaml, ['sections', index, 'kind'], message, 'kind: introduction');
    }
  }
}

/** Checks anchors, which are ids in the document: each must differ from every other id there. */
function* checkAnchors(page: CheckedPage): Iterable<Finding> {
  const visible = visibleSections(page);
  const sections = visible.map(({ section }) => section);
  const others = sections.map((_, i) => positionOf(sections, i).headingId);
  for (const [position, { section, index }] of visible.entries()) {
    const { anchor } = section;
    if (anchor === undefined) continue;
    const problem = SHELL_IDS.includes(anchor)
      ? `Het anker '${anchor}' gebruikt de site zelf; kies een ander.`
      : `Een ander deel heeft ook het anker '${anchor}'; kies een ander.`;
    // The second of two equal anchors is named.
    const isTaken = others.some((id, i) => {
      return id === anchor && (i < position || sections[i]?.anchor === undefined);
    });
    if (!isTaken && !SHELL_IDS.includes(anchor)) continue;
    yield errorAt(page.yaml, ['sections', index, 'anchor'], problem, `anchor: ${anchor}-2`);
  }
}

function* checkRequiredPages(pages: CheckedPage[]): Iterable<Finding> {
  if (!pages.some(({ value }) => value.redirects.includes('/'))) {
    const message = 'Geen pagina is de startpagina; zet ‘/’ bij ‘Oude adressen’ van één pagina.';
    yield findingAbout('error', 'pages', message, 'redirects: [ / ]');
  }
  if (!pages.some(({ value }) => value.path === NOT_FOUND_PATH)) {
    const message = 'Er is geen pagina voor een adres dat niet bestaat; maak er één.';
    yield findingAbout('error', 'pages', message, `path: ${NOT_FOUND_PATH}`);
  }
  const [first, ...others] = listForms(pages);
  for (const { page, index } of others) {
    const title = first?.page.value.title;
    const message = `Op de pagina ‘${title}’ staat al een formulier; link van hier naar die pagina.`;
    yield errorAt(page.yaml, ['sections', index, 'kind'], message, 'kind: call-to-action');
  }
}

/** The visible enquiry forms. */
export function listForms(pages: CheckedPage[]) {
  const forms: { page: CheckedPage; index: number }[] = [];
  for (const page of pages) {
    if (page.value.hidden) continue;
    for (const [index, section] of page.value.sections.entries()) {
      if (traitsOf(section).hasForm && !section.hidden) forms.push({ page, index });
    }
  }
  return forms;
}

/**
 * Checks that a section which shows the opening hours has some: without any the company would seem
 * closed all week.
 */
export function* checkOpeningHours({ company, pages }: CheckedContent): Iterable<Finding> {
  if (!company || company.value.openingHours.length > 0) return;
  for (const page of pages) {
    if (page.value.hidden) continue;
    for (const { section, index } of visibleSections(page)) {
      if (!traitsOf(section).showsOpeningHours) continue;
      const message = `Er staan geen openingsuren bij ‘Gegevens van de zaak’; vul ze daar in, of verberg dit deel.`;
      const example = 'openingHours:\n  - { days: [ monday ], from: "09:00", until: "17:00" }';
      yield errorAt(page.yaml, ['sections', index, 'kind'], message, example);
    }
  }
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
