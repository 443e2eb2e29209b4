import * as v from 'valibot';
import { linkTarget, type Reference } from '../../../site/content-values.ts';
import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { findNearest } from '../../../site/nearest.ts';
import { traitsOf } from '../../../site/sections/index.ts';
import { SCROLL_TARGET } from '../../../site/sections/section-place.ts';
import { type CheckedContent, type CheckedPage, filesIn } from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';
import { listForms } from './pages.ts';

/**
 * Checks that references exist: photos, files, subjects and link targets. Hidden content may have
 * broken references, but visible content may not link to it.
 */
export function checkLinks(content: CheckedContent): Finding[] {
  const { pages, notice } = content;
  const sources = [...pages.filter(({ value }) => !value.hidden), ...(notice ? [notice] : [])];
  return sources.flatMap((source) => {
    const { yaml, schema, value } = source;
    const page = pages.find((one) => one === source);
    const findings: Finding[] = [];
    visitReferences(schema, value, (reference, name, path, isWithin) => {
      if (page && isHidden(page, path)) return;
      const broken = CHECKERS[reference](name, content, page);
      if (!broken) return;
      const { message, instead } = broken;
      findings.push(errorAt(yaml, path, message, instead && write(instead, path, isWithin)));
    });
    return findings;
  });
}

function isHidden({ value }: CheckedPage, [first, index]: FieldPath): boolean {
  return first === 'sections' && value.sections[Number(index)]?.hidden === true;
}

/** Writes the value as it appears in the file: after its key, in a list, or inside a text. */
function write(value: string, path: FieldPath, isWithin: boolean): string {
  if (isWithin) return `[tekst](${value})`;
  const key = path.at(-1);
  return typeof key === 'number' ? `- ${value}` : `${key}: ${value}`;
}

interface Broken {
  message: string;
  /** The suggested correction. */
  instead?: string | undefined;
}

/** @returns undefined when the reference is valid or cannot be checked */
type Checker = (
  name: string,
  content: CheckedContent,
  page: CheckedPage | undefined,
) => Broken | undefined;

const CHECKERS: Record<Reference, Checker> = {
  photo(name, { photos }) {
    const names = Object.keys(photos?.value ?? {});
    if (!photos || names.includes(name)) return undefined;
    return {
      message: `De foto '${name}' bestaat niet; verwacht wordt een naam uit photos/photos.yaml.`,
      instead: findNearest(name, names) ?? names[0],
    };
  },

  file(name, { files }) {
    const names = filesIn('files', files);
    if (names.includes(name)) return undefined;
    return {
      message: `Er is geen bestand '${name}' in de map files; de naam moet precies gelijk zijn, ook de hoofdletters.`,
      instead: findNearest(name, names),
    };
  },

  subject(name, { messages, pages, hasEveryPage }) {
    const subjects = messages?.value.options.productType ?? [];
    if (messages && !subjects.includes(name)) {
      return {
        message: `'${name}' is geen keuze bij ${messages.value.fields.productType}; verwacht wordt één van: ${subjects.join(', ')}.`,
        instead: findNearest(name, subjects) ?? subjects[0],
      };
    }
    if (!hasEveryPage || listForms(pages).length > 0) return undefined;
    return {
      message:
        'Dit is een link naar het formulier, en er staat geen formulier op de site; voeg een deel met kind: enquiry-form toe, of gebruik to.',
    };
  },

  link(target, content, page) {
    if (!v.is(linkTarget, target)) {
      return {
        message: `De link '${target}' kan niet; verwacht wordt een pagina met / vooraan, https://, mailto: of tel:.`,
        instead: '/feesten',
      };
    }
    const broken = content.hasEveryPage ? findBroken(target, content, page) : undefined;
    if (broken === undefined) return undefined;
    const instead = findNearest(target, listTargets(content.pages)) ?? '/';
    return { message: broken, instead: instead.includes('#') ? `"${instead}"` : instead };
  },
};

/** @returns what is wrong with the target of a link */
function findBroken(
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

function listTargets(pages: CheckedPage[]): string[] {
  return pages
    .filter(({ value }) => !value.hidden)
    .flatMap((page) => [
      page.value.path,
      ...listAnchors(page).map((anchor) => `${page.value.path}#${anchor}`),
    ]);
}

/** The anchors of a page. */
function listAnchors({ value }: CheckedPage): string[] {
  const shown = value.sections.filter(({ hidden }) => !hidden);
  const hasScrollTarget = shown.slice(0, -1).some((section) => traitsOf(section).liesUnderTopBar);
  return [
    ...shown.flatMap(({ anchor }) => anchor ?? []),
    ...(hasScrollTarget ? [SCROLL_TARGET] : []),
  ];
}
