import type { Block, Company, HomePage, Messages, Site } from '../../site/content.ts';
import { PAGE_PATHS } from '../../site/routes.ts';
import { type ContentProblem, type FieldPath, findNearest } from './content-error.ts';
import type { YamlFile } from './parse-yaml.ts';
import { findGoodValue } from './write-example.ts';

/** Places the site fills in, by message. A message that is not here has none. */
const PLACEHOLDERS: Record<string, string[]> = {
  'shell.logo': ['{company}'],
  'carousel.position': ['{index}', '{count}'],
  'carousel.goTo': ['{index}'],
};

/** Each message has the places the site fills in, and no others. */
export function checkPlaceholders(yaml: YamlFile, messages: Messages): ContentProblem[] {
  return Object.entries<Record<string, string>>(messages).flatMap(([group, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const wanted = PLACEHOLDERS[`${group}.${key}`] ?? [];
      const written: string[] = text.match(/\{[^}]*\}/g) ?? [];
      const missing = wanted.filter((place) => !written.includes(place));
      const unknown = written.filter((place) => !wanted.includes(place));
      if (missing.length + unknown.length === 0) return [];
      const field = [group, key];
      const example = findGoodValue(yaml.file, field)?.example;
      return problemAt(yaml, field, {
        found: `'${text}'`,
        expected: missing.length
          ? `een tekst met ${wanted.join(' en ')} erin: dat vult de site zelf in`
          : `een tekst zonder ${unknown.join(' en ')}: dat kan de site niet invullen`,
        example: `${key}: "${example}"`,
      });
    }),
  );
}

/** Another captcha than our own needs the key its provider gave. */
export function checkCaptcha(yaml: YamlFile, { captcha }: Site): ContentProblem[] {
  if (captcha.provider === 'altcha' || captcha.siteKey.trim() !== '') return [];
  return problemAt(yaml, ['captcha', 'siteKey'], {
    found: 'een lege tekst',
    expected: `de openbare sleutel die je van ${captcha.provider} kreeg, of provider: altcha`,
    example: 'siteKey: "10000000-ffff-ffff-ffff-000000000001"',
  });
}

/** The number that is dialled is the number that is read. */
export function checkPhone(yaml: YamlFile, { phone, phoneLink }: Company): ContentProblem[] {
  const read = phone.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '');
  const dialled = phoneLink.replace(/\D/g, '');
  if (read !== '' && (dialled.endsWith(read) || read.endsWith(dialled))) return [];
  return problemAt(yaml, ['phoneLink'], {
    found: `'${phoneLink}', een ander nummer dan phone: '${phone}'`,
    expected: 'hetzelfde nummer als bij phone, met landnummer en zonder spaties',
    example: `phoneLink: "+32${read || '90000000'}"`,
  });
}

/** An anchor leads to one block. */
export function checkAnchors(yaml: YamlFile, blocks: Block[]): ContentProblem[] {
  return blocks.flatMap(({ id }, i) =>
    blocks.findIndex((other) => other.id === id) === i
      ? []
      : problemAt(yaml, ['blocks', i, 'id'], {
          found: `'${id}', maar een blok hierboven heet al zo`,
          expected: 'een eigen naam voor elk blok',
          example: `id: ${id}-feest`,
        }),
  );
}

/** Each line of the menu card leads somewhere. `blocks` by page path. */
export function checkMenuLinks(
  yaml: YamlFile,
  { menu }: HomePage,
  blocks: Record<string, Block[]>,
): ContentProblem[] {
  const known = Object.values(PAGE_PATHS).flatMap((path) => [
    path,
    ...(blocks[path] ?? []).map(({ id }) => `${path}#${id}`),
  ]);
  return menu.lines.flatMap(({ href }, i) => {
    if (known.includes(href.replace(/\?[^#]*/, ''))) return [];
    const nearest = findNearest(href, known) ?? '/feesten';
    return problemAt(yaml, ['menu', 'lines', i, 'href'], {
      found: `'${href}' bestaat niet op deze site`,
      expected: 'een pagina, of een pagina met # en de id van een blok',
      example: `href: ${nearest.includes('#') ? `"${nearest}"` : nearest}`,
    });
  });
}

function problemAt(
  yaml: YamlFile,
  field: FieldPath,
  problem: Pick<ContentProblem, 'found' | 'expected' | 'example'>,
): ContentProblem[] {
  return [{ file: yaml.file, line: yaml.lineOf(field), field, ...problem }];
}
