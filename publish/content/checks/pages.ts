import { NOT_FOUND_PATH } from '../../../site/content.ts';
import type { FieldPath } from '../../../site/content-walk.ts';
import { hasHeading } from '../../../site/sections/section-place.ts';
import { type ContentProblem, type Finding, problemAt } from '../content-error.ts';
import type { CheckedContent, CheckedPage } from '../content-files.ts';

/** Where the site's own files and the API answer. */
export const RESERVED_PATHS = ['/api', '/assets', '/photos', '/files', '/fonts'];

/**
 * Pages stand at paths of their own, redirects lead somewhere, and the site has each page it cannot
 * do without. A hidden page stands nowhere.
 */
export function checkPages({ pages, hasEveryPage }: CheckedContent): ContentProblem[] {
  const shown = pages.filter(({ value }) => !value.hidden);
  return [
    ...checkPaths(shown),
    ...checkNavigation(shown),
    ...checkSections(shown),
    ...(hasEveryPage ? checkNeededPages(shown) : []),
  ];
}

/** Every path once, whether a page stands there or redirects from there; so no redirect can loop. */
function checkPaths(pages: CheckedPage[]): ContentProblem[] {
  const taken = new Map<string, CheckedPage>();
  const claim = (page: CheckedPage, path: string, field: FieldPath): ContentProblem[] => {
    if (RESERVED_PATHS.includes(path)) {
      return [
        problemAt(page.yaml, field, {
          found: `'${path}': dat adres gebruikt de site zelf`,
          expected: `een ander adres dan ${RESERVED_PATHS.join(', ')}`,
          example: exampleOf(field, `${path}-pagina`),
        }),
      ];
    }
    const other = taken.get(path);
    if (!other) {
      taken.set(path, page);
      return [];
    }
    return [
      problemAt(page.yaml, field, {
        found: `'${path}' staat ook in ${other.yaml.file}`,
        expected: 'elk adres één keer, in één bestand, bij path of bij redirects',
        example: exampleOf(field, `${path === '/' ? '' : path}-2`),
      }),
    ];
  };
  // Pages before redirects: where the two meet, the redirect is the one to mend.
  return [
    ...pages.flatMap((page) => claim(page, page.value.path, ['path'])),
    ...pages.flatMap((page) =>
      page.value.redirects.flatMap((path, i) => claim(page, path, ['redirects', i])),
    ),
  ];
}

function exampleOf(field: FieldPath, path: string): string {
  return field[0] === 'path' ? `path: ${path}` : `redirects: [${path}]`;
}

/** Two links cannot stand in one place. */
function checkNavigation(pages: CheckedPage[]): ContentProblem[] {
  const last = Math.max(0, ...pages.map(({ value }) => value.navigation?.place ?? 0));
  return findRepeated(pages, ({ value }) => value.navigation?.place).map(([page, first]) =>
    problemAt(page.yaml, ['navigation', 'place'], {
      found: `plaats ${page.value.navigation?.place} is ook die van ${first.yaml.file}`,
      expected: 'voor elke pagina een andere plaats in het menu',
      example: `place: ${last + 1}`,
    }),
  );
}

function checkSections(pages: CheckedPage[]): ContentProblem[] {
  return pages.flatMap((page) => {
    const sections = page.value.sections.map((section, i) => ({ ...section, i }));
    const shown = sections.filter(({ hidden }) => !hidden);
    const problems = findRepeated(shown, ({ anchor }) => anchor).map(([{ anchor, i }]) =>
      problemAt(page.yaml, ['sections', i, 'anchor'], {
        found: `'${anchor}', maar een deel hierboven heet al zo`,
        expected: 'een eigen anker voor elk deel van een pagina',
        example: `anchor: ${anchor}-2`,
      }),
    );
    if (shown.some(({ kind }) => hasHeading(kind))) return problems;
    const finding: Finding =
      shown.length > 0
        ? {
            found: 'geen enkel deel van deze pagina heeft een kop',
            expected:
              'minstens één deel met een kop: zonder weet wie ze niet ziet niet waar hij is',
            example: 'kind: introduction',
          }
        : {
            found: 'alle delen van deze pagina zijn verborgen',
            expected: 'minstens één deel dat getoond wordt, of de hele pagina verborgen',
            example: `hidden: true\nsections:`,
          };
    return [...problems, problemAt(page.yaml, ['sections'], finding)];
  });
}

function checkNeededPages(pages: CheckedPage[]): ContentProblem[] {
  const problems: ContentProblem[] = [];
  if (!pages.some(({ value }) => value.redirects.includes('/'))) {
    problems.push({
      file: 'pages',
      found: 'geen enkele pagina is de startpagina',
      expected: 'één pagina met / bij haar oude adressen: daar komt wie alleen je naam intypt',
      example: 'redirects: [/]',
    });
  }
  if (!pages.some(({ value }) => value.path === NOT_FOUND_PATH)) {
    problems.push({
      file: 'pages',
      found: 'er is geen pagina voor een adres dat niet bestaat',
      expected: `een pagina met path: ${NOT_FOUND_PATH}`,
      example: `path: ${NOT_FOUND_PATH}`,
    });
  }
  const forms = listForms(pages);
  for (const { page, index } of forms.slice(1)) {
    problems.push(
      problemAt(page.yaml, ['sections', index, 'kind'], {
        found: `een tweede formulier; er staat er al een in ${forms[0]?.page.yaml.file}`,
        expected: 'hoogstens één formulier op de hele site; link van hier naar die pagina',
        example: 'kind: call-to-action',
      }),
    );
  }
  return problems;
}

/** The enquiry forms that visitors see. */
export function listForms(pages: CheckedPage[]): { page: CheckedPage; index: number }[] {
  return pages.flatMap((page) =>
    page.value.hidden
      ? []
      : page.value.sections.flatMap(({ kind, hidden }, index) =>
          kind === 'enquiry-form' && !hidden ? [{ page, index }] : [],
        ),
  );
}

/** The items whose key another had before, each with that other; those without a key are passed over. */
function findRepeated<Item>(items: Item[], keyOf: (item: Item) => unknown): [Item, Item][] {
  const firsts = new Map<unknown, Item>();
  return items.flatMap((item): [Item, Item][] => {
    const key = keyOf(item);
    if (key === undefined) return [];
    const first = firsts.get(key);
    if (first !== undefined) return [[item, first]];
    firsts.set(key, item);
    return [];
  });
}
