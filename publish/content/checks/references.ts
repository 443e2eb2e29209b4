import * as v from 'valibot';
import { linkTarget, type Reference } from '../../../site/content-values.ts';
import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { findNearest } from '../../../site/nearest.ts';
import { SCROLL_TARGET, traitsOf } from '../../../site/sections/index.ts';
import {
  type CheckedContent,
  type CheckedFile,
  type CheckedPage,
  CONTENT_FILES,
  checkedFiles,
  filesIn,
  isPageFile,
} from '../content-files.ts';
import { errorAt, type Finding, findingAbout, warningAt } from '../finding.ts';
import { listForms } from './pages.ts';

/** A photo, file, link or subject that the content names. */
interface Named {
  reference: Reference;
  name: string;
  source: CheckedFile;
  path: FieldPath;
  /** The page that contains it. */
  page: CheckedPage | undefined;
  isHidden: boolean;
}

/**
 * Checks that visible references exist: photos, files, subjects and link targets. Warns about photos
 * and files that nothing refers to.
 */
export function* checkReferences(content: CheckedContent): Iterable<Finding> {
  const all = listNamed(content);
  for (const one of all) {
    const broken = one.isHidden ? undefined : CHECKERS[one.reference](one, content);
    if (!broken) continue;
    const example = findNearest(one.name, broken.valid) ?? broken.valid[0];
    yield errorAt(one.source.yaml, one.path, broken.message, example);
  }
  yield* findUnused(all, content);
}

function listNamed(content: CheckedContent): Named[] {
  const all: Named[] = [];
  for (const source of checkedFiles(content)) {
    const page = content.pages.find((one) => one === source);
    visitReferences(source.schema, source.value, (reference, name, path) => {
      const [first, index] = path;
      const section = first === 'sections' ? page?.value.sections[Number(index)] : undefined;
      const isHidden = Boolean(page?.value.hidden || section?.hidden);
      all.push({ reference, name, source, path, page, isHidden });
    });
  }
  return all;
}

/** @returns undefined when the reference is valid or cannot be checked */
type Checker = (
  named: Named,
  content: CheckedContent,
) => { message: string; valid: string[] } | undefined;

const CHECKERS: Record<Reference, Checker> = {
  photo({ name }, { photos }) {
    const valid = Object.keys(photos?.value ?? {});
    if (!photos || valid.includes(name)) return undefined;
    const message = `De foto '${name}' bestaat niet; verwacht wordt een naam uit photos/photos.yaml.`;
    return { message, valid };
  },

  file({ name }, { files }) {
    const valid = filesIn('files', files);
    if (valid.includes(name)) return undefined;
    const message = `Er is geen bestand '${name}' in de map files; de naam moet precies gelijk zijn, ook de hoofdletters.`;
    return { message, valid };
  },

  subject({ name }, { messages, pages, hasEveryPage }) {
    const valid = messages?.value.options.productType ?? [];
    if (messages && !valid.includes(name)) {
      const message = `'${name}' is geen keuze bij ${messages.value.fields.productType}; verwacht wordt één van: ${valid.join(', ')}.`;
      return { message, valid };
    }
    if (!hasEveryPage || listForms(pages).length > 0) return undefined;
    const message =
      'Dit is een link naar het formulier, en er staat geen formulier op de site; voeg een deel met kind: enquiry-form toe, of gebruik to.';
    return { message, valid: [] };
  },

  link({ name, page }, content) {
    if (!v.is(linkTarget, name)) {
      const message = `De link '${name}' kan niet; verwacht wordt een pagina met / vooraan, https://, mailto: of tel:.`;
      return { message, valid: ['/feesten'] };
    }
    const message = content.hasEveryPage && describeBrokenLink(name, content, page);
    return message ? { message, valid: content.pages.map(({ value }) => value.path) } : undefined;
  },
};

function describeBrokenLink(
  target: string,
  { pages, files }: CheckedContent,
  source: CheckedPage | undefined,
): string | undefined {
  if (!/^[/#]/.test(target)) return undefined;
  const nowhere = `De link '${target}' leidt nergens heen; verwacht wordt een pagina, met of zonder # en het anker van een deel.`;
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(target) ?? [];
  if (path.startsWith('/files/')) return files.includes(path.slice(1)) ? undefined : nowhere;
  const page = path === '' ? source : findPage(path, pages);
  if (!page) return nowhere;
  const hidden = `De link '${target}' leidt naar iets wat verborgen is (${page.yaml.file}); toon het, of link ergens anders heen.`;
  if (page.value.hidden) return hidden;
  if (anchor === undefined || listAnchors(page).includes(anchor)) return undefined;
  return page.value.sections.some((section) => section.anchor === anchor) ? hidden : nowhere;
}

/** The page at a path or behind its redirect; a hidden one only if there is no other. */
function findPage(path: string, pages: CheckedPage[]): CheckedPage | undefined {
  const answering = pages.filter(
    ({ value }) => value.path === path || value.redirects.includes(path),
  );
  return answering.find(({ value }) => !value.hidden) ?? answering[0];
}

function listAnchors({ value }: CheckedPage): string[] {
  const shown = value.sections.filter(({ hidden }) => !hidden);
  const hasScrollTarget = shown.slice(0, -1).some((section) => traitsOf(section).liesUnderTopBar);
  return [
    ...shown.flatMap(({ anchor }) => anchor ?? []),
    ...(hasScrollTarget ? [SCROLL_TARGET] : []),
  ];
}

/** References from hidden content count as use. */
function* findUnused(
  all: Named[],
  { files, photos, hasEveryPage }: CheckedContent,
): Iterable<Finding> {
  // An unreadable page may refer to it.
  if (!photos || !hasEveryPage) return;
  const used = new Set(all.map(({ reference, name }) => `${reference} ${name}`));
  const listed = Object.keys(photos.value);
  for (const name of listed.filter((one) => !used.has(`photo ${one}`))) {
    const message = `Geen enkele pagina toont de foto '${name}'; zet haar bij een deel, of haal haar weg.`;
    yield warningAt(photos.yaml, [name], message);
  }
  const contentFiles: string[] = Object.values(CONTENT_FILES).map(({ file }) => file);
  const isUsed = (file: string) =>
    contentFiles.includes(file) ||
    isPageFile(file) ||
    // A logo, or a note of the caterer's.
    /^brand\/|\.(?:md|txt)$/.test(file) ||
    listed.some((name) => file.startsWith(`photos/${name}.`)) ||
    used.has(`file ${file.replace('files/', '')}`) ||
    used.has(`link /${file}`);
  for (const file of files.filter((one) => !isUsed(one))) {
    const meant = findNearest(file, contentFiles);
    const message = `Niets op de site gebruikt dit bestand; ${meant ? `bedoel je ${meant}?` : 'noem het op een pagina of in photos.yaml, of haal het weg.'}`;
    yield findingAbout('warning', file, message);
  }
}
