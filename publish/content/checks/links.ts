import * as v from 'valibot';
import { linkTarget, type Reference } from '../../../site/content-values.ts';
import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { findNearest } from '../../../site/nearest.ts';
import { type ContentProblem, type Finding, problemAt } from '../content-error.ts';
import type { CheckedContent, CheckedPage } from '../content-files.ts';
import { filesIn } from '../content-folder.ts';
import { listForms } from './pages.ts';

/** Where a scroll link leads: the section right below a hero (specification, section 2). */
const SCROLL_ANCHOR = 'scroll-content';

/**
 * What a text names exists: photos, files, subjects of the form, and where links lead. What is
 * hidden may name what is not there yet; and nothing may lead to it.
 */
export function checkLinks(content: CheckedContent): ContentProblem[] {
  const { pages, notice } = content;
  const sources = [...pages.filter(({ value }) => !value.hidden), ...(notice ? [notice] : [])];
  return sources.flatMap((source) => {
    const { yaml, schema, value } = source;
    const page = pages.find((one) => one === source);
    const problems: ContentProblem[] = [];
    visitReferences(schema, value, (reference, name, field, isWithin) => {
      if (page && isHidden(page, field)) return;
      const finding = checkers[reference](name, content, page);
      const key = isWithin ? undefined : String(field.at(-1));
      if (finding) problems.push(problemAt(yaml, field, finding(key)));
    });
    return problems;
  });
}

function isHidden({ value }: CheckedPage, [first, index]: FieldPath): boolean {
  return first === 'sections' && value.sections[Number(index)]?.hidden === true;
}

/**
 * @returns undefined when what is named exists, or when that cannot be known; else what to say of it
 * behind a key of the file, or within a running text
 */
type Checker = (
  name: string,
  content: CheckedContent,
  page: CheckedPage | undefined,
) => ((key: string | undefined) => Finding) | undefined;

const checkers: Record<Reference, Checker> = {
  photo(name, { photos }) {
    const names = Object.keys(photos?.value ?? {});
    if (!photos || names.includes(name)) return undefined;
    return () => ({
      found: `de foto '${name}' staat niet in photos/photos.yaml`,
      expected: 'de naam van een foto uit photos/photos.yaml',
      example: `- ${findNearest(name, names) ?? names[0] ?? 'champagne'}`,
    });
  },

  file(name, { files }) {
    const names = filesIn('files', files);
    if (names.includes(name)) return undefined;
    const nearest = findNearest(name, names);
    return () => ({
      found: `er is geen bestand ${name} in de map files${nearest ? ` (wel ${nearest})` : ''}`,
      expected: 'een bestand met precies deze naam; hoofdletters tellen mee',
      example: `content/files/${name}`,
    });
  },

  subject(name, { messages, pages, hasEveryPage }) {
    const subjects = messages?.value.options.productType ?? [];
    if (messages && !subjects.includes(name)) {
      return (key) => ({
        found: `'${name}' is geen keuze bij ${messages.value.fields.productType}`,
        expected: `één van: ${subjects.join(', ')} (options in messages.yaml)`,
        example: `${key}: ${findNearest(name, subjects) ?? subjects[0]}`,
      });
    }
    if (!hasEveryPage || listForms(pages).length > 0) return undefined;
    return () => ({
      found: 'een link naar het formulier, en er staat geen formulier op de site',
      expected: 'een deel met kind: enquiry-form op één van de pagina’s, of een gewone link met to',
      example: 'button: { label: Mail ons, to: "mailto:info@maanzaad.example" }',
    });
  },

  link(target, content, page) {
    if (!v.is(linkTarget, target)) {
      return () => ({
        found: `een link naar '${target}'`,
        expected: 'een pagina van de site, met / vooraan, of https://, mailto: of tel:',
        example: '[onze feesten](/feesten)',
      });
    }
    const found = content.hasEveryPage ? findBroken(target, content, page) : undefined;
    if (found === undefined) return undefined;
    const nearest = findNearest(target, listTargets(content.pages)) ?? '/';
    return (key) => ({
      found,
      expected: 'een pagina, of een pagina met # en het anker van een deel',
      example:
        key === undefined
          ? `[woorden](${nearest})`
          : `${key}: ${nearest.includes('#') ? `"${nearest}"` : nearest}`,
    });
  },
};

/** @returns what is wrong with the place a link leads to */
function findBroken(
  target: string,
  { pages, files }: CheckedContent,
  source: CheckedPage | undefined,
): string | undefined {
  if (!/^[/#]/.test(target)) return undefined;
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(target) ?? [];
  if (path.startsWith('/files/')) {
    return files.includes(path.slice(1)) ? undefined : `'${target}' staat niet in de map files`;
  }
  const page = path === '' ? source : findPage(path, pages);
  if (!page) return `'${target}' bestaat niet op deze site`;
  if (page.value.hidden) return `'${target}' leidt naar een verborgen pagina (${page.yaml.file})`;
  if (anchor === undefined || listAnchors(page).includes(anchor)) return undefined;
  const isThere = page.value.sections.some((section) => section.anchor === anchor);
  return isThere
    ? `'${target}' leidt naar een verborgen deel van ${page.yaml.file}`
    : `'${target}' bestaat niet op deze site`;
}

/** The page that answers at a path, itself or by a redirect; a hidden one when there is no other. */
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

/** What can be linked to on a page. */
function listAnchors({ value }: CheckedPage): string[] {
  const shown = value.sections.filter(({ hidden }) => !hidden);
  const belowHero = shown.slice(1).some((_, i) => shown[i]?.kind === 'hero');
  return [...shown.flatMap(({ anchor }) => anchor ?? []), ...(belowHero ? [SCROLL_ANCHOR] : [])];
}
