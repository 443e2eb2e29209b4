import type { Content, Page } from '../../site/content.ts';
import { isGroup } from '../../site/content-walk.ts';
import { sectionKinds } from '../../site/sections/index.ts';
import { checkColors } from '../brand/check-colors.ts';
import { listFiles } from '../folders.ts';
import { checkShape } from './check-shape.ts';
import { checkCompany } from './checks/company.ts';
import { checkFiles } from './checks/files.ts';
import { checkLinks } from './checks/links.ts';
import { checkPages } from './checks/pages.ts';
import { checkPhotos } from './checks/photos.ts';
import { checkSampleFacts } from './checks/sample-facts.ts';
import { checkSite } from './checks/site.ts';
import { checkTexts } from './checks/texts.ts';
import {
  type CheckedContent,
  type CheckedFile,
  CONTENT_FILES,
  isPageFile,
  PAGE_SCHEMA,
} from './content-files.ts';
import { type Finding, warningAt } from './finding.ts';
import { checkPrivacyPage, fillInPrivacyPage } from './privacy-page.ts';
import { readYamlFile, type YamlFile } from './read-yaml.ts';
import { writeExample } from './write-example.ts';

const CHECKS = [
  checkFiles,
  checkTexts,
  checkCompany,
  checkSampleFacts,
  checkSite,
  checkPages,
  checkPrivacyPage,
  checkLinks,
  checkPhotos,
  checkColors,
];

/** The validated content; `content` is undefined if there is an error. */
export interface LoadedContent {
  content: Content | undefined;
  /** Sorted by file, then line. */
  findings: Finding[];
}

/**
 * Reads and checks all content. Leaves out hidden pages and sections, and unknown fields and
 * section kinds.
 *
 * @throws when the folder cannot be read
 */
export async function loadContent(contentDir: string): Promise<LoadedContent> {
  const { checked, findings: ofFiles } = await readContent(contentDir);
  const findings = [...ofFiles, ...CHECKS.flatMap((check) => [...check(checked)])].sort(
    (a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0),
  );
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const { company, site, messages, mails, brand, notice, photos, pages } = checked;
  const isWhole = company && site && messages && mails && brand && photos;
  if (!isWhole || hasErrors) return { content: undefined, findings };
  const content: Content = {
    company: company.value,
    site: site.value,
    messages: messages.value,
    mails: mails.value,
    brand: brand.value,
    ...(notice && { notice: notice.value }),
    photos: photos.value,
    pages: pages
      .map(({ value }): Page => value)
      .filter(isShown)
      .map((page) => ({ ...page, sections: page.sections.filter(isShown) }))
      .map((page) => fillInPrivacyPage(page, site.value)),
  };
  return { content, findings };
}

const isShown = ({ hidden }: { hidden: boolean }) => !hidden;

async function readContent(
  contentDir: string,
): Promise<{ checked: CheckedContent; findings: Finding[] }> {
  const findings: Finding[] = [];
  const files = await listFiles(contentDir);
  const pageFiles = files.filter(isPageFile);
  const { company, site, messages, mails, brand, notice, photos } = CONTENT_FILES;
  const pages = await Promise.all(pageFiles.map((file) => read({ file, schema: PAGE_SCHEMA })));
  const wellShaped = pages.filter((page) => page !== undefined);
  const checked: CheckedContent = {
    files,
    pages: wellShaped,
    hasEveryPage: wellShaped.length === pageFiles.length,
    company: await read(company),
    site: await read(site),
    messages: await read(messages, { byDefault: {} }),
    mails: await read(mails, { byDefault: {} }),
    brand: await read(brand),
    notice: files.includes(notice.file) ? await read(notice) : undefined,
    photos: await read(photos),
  };
  return { checked, findings };

  async function read<
    const Schema extends
      | (typeof CONTENT_FILES)[keyof typeof CONTENT_FILES]['schema']
      | typeof PAGE_SCHEMA,
  >(
    { file, schema }: { file: string; schema: Schema },
    /** Default for a missing or empty file. */
    { byDefault }: { byDefault?: object } = {},
  ): Promise<CheckedFile<Schema> | undefined> {
    const isThere = files.includes(file);
    if (!isThere && byDefault) {
      return checked({ file, value: byDefault, lineOf: () => 1 });
    }
    const { yaml, findings: ofYaml } = await readYamlFile(contentDir, file);
    const example = isThere ? {} : { example: writeExample(schema) };
    findings.push(...ofYaml.map((finding) => ({ ...finding, ...example })));
    return yaml && checked({ ...yaml, value: yaml.value ?? byDefault });

    function checked(source: YamlFile): CheckedFile<Schema> | undefined {
      findings.push(...hideUnknownKinds(source));
      const shape = checkShape(source, schema);
      findings.push(...shape.findings);
      return shape.value && { yaml: source, schema, value: shape.value };
    }
  }
}

/**
 * Hides sections of an unknown kind, and pages that have no others. They stay in the list, so that
 * the line numbers of later sections stay right.
 */
function hideUnknownKinds({ value, ...place }: YamlFile): Finding[] {
  if (!isGroup(value) || !Array.isArray(value.sections)) return [];
  const sections: unknown[] = value.sections;
  const findings: Finding[] = [];
  for (const [i, section] of sections.entries()) {
    if (!isGroup(section) || section.kind === undefined) continue;
    const { kind } = section;
    if (Object.hasOwn(sectionKinds, String(kind))) continue;
    const message = `Een deel van de soort '${kind}' kennen we niet en blijft weg; wel: ${Object.keys(sectionKinds).join(', ')}.`;
    findings.push(warningAt(place, ['sections', i, 'kind'], message));
    sections[i] = { kind: 'text', heading: String(kind), hidden: true };
  }
  const isShownAt = (section: unknown) => !isGroup(section) || section.hidden !== true;
  if (findings.length > 0 && !sections.some(isShownAt)) value.hidden = true;
  return findings;
}
