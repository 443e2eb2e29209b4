import { parse, relative } from 'node:path';
import * as v from 'valibot';
import { linkTarget, type Reference } from '../../../site/schema/content-values.ts';
import { type FieldPath, visitReferences } from '../../../site/schema/content-walk.ts';
import { SCROLL_TARGET, traitsOf } from '../../../site/sections/section-kinds.ts';
import { findClosest } from '../closest-match.ts';
import {
  type CheckedContent,
  type CheckedFile,
  type CheckedPage,
  CONTENT_FILES,
  filesIn,
  isPageFile,
} from '../content-files.ts';
import { errorAt, type Finding, findingAbout, warningAt } from '../finding.ts';
import { listForms } from './pages.ts';

/** A photo, file, link or subject that the content names. */
interface FoundReference {
  reference: Reference;
  name: string;
  source: CheckedFile;
  path: FieldPath;
  /** The page that contains the reference. */
  page: CheckedPage | undefined;
  isHidden: boolean;
}

interface BrokenReference {
  message: string;
  /** Names that would be valid. */
  valid: string[];
  code?: string;
}

/** Checks that visible references exist. Warns about photos and files that nothing refers to. */
export function* checkReferences(content: CheckedContent): Iterable<Finding> {
  const all = listReferences(content);
  for (const found of all) {
    const broken = found.isHidden ? undefined : CHECKERS[found.reference](found, content);
    if (!broken) continue;
    const example = findClosest(found.name, broken.valid) ?? broken.valid[0];
    const finding = errorAt(found.source.yaml, found.path, broken.message, example);
    yield broken.code ? { ...finding, code: broken.code } : finding;
  }
  yield* findUnused(all, content);
}

function listReferences(content: CheckedContent): FoundReference[] {
  const all: FoundReference[] = [];
  for (const source of content.valid) {
    const page = content.pages.find((candidate) => candidate === source);
    visitReferences(source.schema, source.value, (reference, name, path) => {
      const [first, index] = path;
      const isInSection = first === 'sections';
      const section = isInSection ? page?.value.sections[Number(index)] : undefined;
      const isHidden = Boolean(page?.value.hidden || section?.hidden);
      all.push({ reference, name, source, path, page, isHidden });
    });
  }
  return all;
}

/** @returns undefined when the reference is valid or cannot be checked */
type Checker = (found: FoundReference, content: CheckedContent) => BrokenReference | undefined;

const CHECKERS: Record<Reference, Checker> = {
  photo({ name }, { photos }) {
    const valid = Object.keys(photos?.value ?? {});
    if (!photos || valid.includes(name)) return undefined;
    const message = `De foto '${name}' is er niet meer; kies een andere.`;
    return { message, valid };
  },

  file({ name }, { files }) {
    const valid = filesIn('files', files);
    if (valid.includes(name)) return undefined;
    const message = `Het bestand '${name}' is er niet; kies een ander, en let op de hoofdletters.`;
    return { message, valid };
  },

  subject({ name }, { messages, pages, hasEveryPage }) {
    const valid = messages?.value.options.productType ?? [];
    if (messages && !valid.includes(name)) {
      const label = messages.value.fields.productType;
      const message = `'${name}' is geen keuze bij ${label}; wel: ${valid.join(', ')}.`;
      return { message, valid };
    }
    if (!hasEveryPage || listForms(pages).length > 0) return undefined;
    const message =
      'Dit leidt naar het aanvraagformulier, en er staat geen aanvraagformulier op de site.';
    return { message, valid: [], code: 'no-form' };
  },

  link({ name, page }, content) {
    if (!v.is(linkTarget, name)) {
      const message = `De link '${name}' kan niet; hij begint met /, https://, mailto: of tel:.`;
      return { message, valid: ['/feesten'] };
    }
    const isOnSite = /^[/#]/.test(name);
    return isOnSite ? checkLinkOnSite(name, content, page) : undefined;
  },
};

/** @param page the page with the link, for a link to a place on it ('#recepties') */
function checkLinkOnSite(
  link: string,
  { pages, files, hasEveryPage }: CheckedContent,
  page: CheckedPage | undefined,
): BrokenReference | undefined {
  const whole = link.startsWith('#') ? `${page?.value.path}${link}` : link;
  const target = whole.replace(/\?[^#]*/, '');
  const isFile = target.startsWith('/files/') && files.includes(target.slice(1));
  const isShown = pages.some(({ value }) => targetsOn(value).includes(target));
  if (isShown || isFile || !hasEveryPage) return undefined;
  const message = `De link '${link}' leidt nergens heen, of naar iets wat verborgen is.`;
  return { message, valid: pages.map(({ value }) => value.path) };
}

/** The links to a page and its sections, also by the paths that redirect to it. */
function targetsOn({ path, redirects, hidden, sections }: CheckedPage['value']): string[] {
  if (hidden) return [];
  const shown = sections.filter((section) => !section.hidden);
  const anchors = shown.flatMap(({ anchor }) => anchor ?? []);
  const hasScrollTarget = shown.slice(0, -1).some((section) => traitsOf(section).liesUnderTopBar);
  if (hasScrollTarget) anchors.push(SCROLL_TARGET);
  const targets: string[] = [];
  for (const address of [path, ...redirects]) {
    targets.push(address, ...anchors.map((anchor) => `${address}#${anchor}`));
  }
  return targets;
}

/** References from hidden content count as use. */
function* findUnused(
  all: FoundReference[],
  { files, photos, hasEveryPage }: CheckedContent,
): Iterable<Finding> {
  // An unreadable page may refer to a photo or file, so nothing is reported as unused.
  if (!photos || !hasEveryPage) return;
  const used = new Set<string>();
  for (const { reference, name } of all) used.add(`${reference} ${name}`);
  const listed = Object.keys(photos.value);
  for (const name of listed) {
    if (used.has(`photo ${name}`)) continue;
    const message = `Geen pagina toont de foto '${name}'; zet haar bij een deel, of haal haar weg.`;
    yield warningAt(photos.yaml, [name], message);
  }
  const contentFiles: string[] = Object.values(CONTENT_FILES).map(({ file }) => file);
  for (const file of files) {
    const { dir, name, ext } = parse(file);
    const isContent = contentFiles.includes(file) || isPageFile(file);
    const isLogoOrNote = dir === 'brand' || ext === '.md' || ext === '.txt';
    const isPhoto = dir === 'photos' && listed.includes(name);
    const download = relative('files', file);
    const isDownload = used.has(`file ${download}`) || used.has(`link /${file}`);
    if (isContent || isLogoOrNote || isPhoto || isDownload) continue;
    const message =
      'Niets op de site gebruikt dit bestand; noem het op een pagina, of haal het weg.';
    yield findingAbout('warning', file, message);
  }
}
