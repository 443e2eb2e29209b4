import { join, resolve } from 'node:path';
import { ContentError } from '../../../publish/content/finding.ts';
import { loadContent } from '../../../publish/content/load-content.ts';
import { type Content, NOT_FOUND_PATH, type Page } from '../../../site/content/content.ts';
import { formPagesOf, homePathOf, navigationOf } from '../../../site/document/page-context.ts';
import {
  type Section,
  type SectionKind,
  sectionKinds,
} from '../../../site/sections/section-kinds.ts';
import { STYLE_GUIDE_PATH } from '../../../site/style-guide/style-guide-pages.ts';
import { FIXTURE_CONTENT_DIR } from './fixture-content.ts';

/*
 * The content of the tests' caterer: labels by key, pages by their sections. Tests repeat none of
 * its texts and paths.
 */

const ROOT = resolve(import.meta.dirname, '../../..');

export const CONTENT_DIR = FIXTURE_CONTENT_DIR;
/** Where the content is published for the browser tests (`prepare.ts`), as the setting SITE_DIR. */
export const SITE_DIR = join(ROOT, '.cache/tests/dist');

/** Where the sample is published: the folder that `npm start` serves by default. */
export const SAMPLE_SITE_DIR = join(ROOT, 'dist');

export const content: Content = await loadValidContent(CONTENT_DIR);
export const messages = content.messages;

/** The links are in the order of the top bar. */
export const navigation = navigationOf(content.pages);
/** Every page but the not-found page. */
export const pages = content.pages.filter(({ path }) => path !== NOT_FOUND_PATH);
export const homePath = homePathOf(content.pages);
export const homePage = firstOf(
  pages.filter(({ path }) => path === homePath),
  'first page',
);
export const formPath = firstOf(formPagesOf(content.pages), 'page with the form').path;
export const privacyPath = content.site.privacy.page;
/** No page has this path. */
export const UNKNOWN_PATH = '/rien-ici';

/** Pages that begin with a section of this kind: '/accueil' with a hero. */
export function pagesThatBeginWith(kind: SectionKind): Page[] {
  return pages.filter(({ sections }) => sections[0]?.kind === kind);
}

/** The first page that has a section of this kind, anywhere. */
export function pageWith(kind: SectionKind): Page {
  return firstOf(
    pages.filter(({ sections }) => sections.some((section) => section.kind === kind)),
    `page with a section '${kind}'`,
  );
}

/** A page's sections of one kind, with that kind's fields. */
export function sectionsOf<Kind extends SectionKind>(
  page: Page,
  kind: Kind,
): Extract<Section, { kind: Kind }>[] {
  return page.sections.filter(
    (section): section is Extract<Section, { kind: Kind }> => section.kind === kind,
  );
}

/** A page's first section of one kind. */
export function sectionOf<Kind extends SectionKind>(page: Page, kind: Kind) {
  return firstOf(sectionsOf(page, kind), `section '${kind}' on ${page.path}`);
}

function firstOf<Item>(items: Item[], what: string): Item {
  const [first] = items;
  if (first === undefined) throw new Error(`${CONTENT_DIR} has no ${what}`);
  return first;
}

/** Pages of the style guide: the list, and one for each kind of section. */
export function styleGuidePaths(): string[] {
  const kinds = Object.keys(sectionKinds) as SectionKind[];
  return [STYLE_GUIDE_PATH, ...kinds.map((kind) => `${STYLE_GUIDE_PATH}-${kind}`)];
}

/** @throws ContentError for content with mistakes */
export async function loadValidContent(contentDir: string): Promise<Content> {
  const loaded = await loadContent(contentDir);
  if (!loaded.content) throw new ContentError(loaded.findings);
  return loaded.content;
}
