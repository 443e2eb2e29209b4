import type { Content, Page } from '../../site/content.ts';
import { checkColors } from '../brand/check-colors.ts';
import { checkShape } from './check-shape.ts';
import { checkBelgianLaw } from './checks/belgian-law.ts';
import { checkCompany } from './checks/company.ts';
import { checkLinks } from './checks/links.ts';
import { checkPages } from './checks/pages.ts';
import { checkPhotos, warnOfRepeatedPhotos } from './checks/photos.ts';
import { checkSampleFacts } from './checks/sample-facts.ts';
import { checkCaptcha, checkNotice, checkPrivacyPage } from './checks/site.ts';
import { checkMarkup, checkRichTexts } from './checks/texts.ts';
import { warnOfUnusedFiles } from './checks/unused-files.ts';
import { ContentError, type ContentProblem } from './content-error.ts';
import {
  type CheckedContent,
  type CheckedFile,
  CONTENT_FILES,
  PAGE_SCHEMA,
} from './content-files.ts';
import { checkPhoneFormats, checkStrangeFiles, isPageFile, listFiles } from './content-folder.ts';
import { checkPrivacyWords, fillInPrivacyPage } from './privacy-page.ts';
import { writeExample } from './write-example.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { readYamlFile } from './yaml/read-yaml-file.ts';

const CHECKS = [
  checkStrangeFiles,
  checkPhoneFormats,
  checkMarkup,
  checkRichTexts,
  checkCompany,
  checkBelgianLaw,
  checkSampleFacts,
  checkCaptcha,
  checkNotice,
  checkPages,
  checkPrivacyPage,
  checkPrivacyWords,
  checkLinks,
  checkPhotos,
  checkColors,
];

const WARNINGS = [warnOfUnusedFiles, warnOfRepeatedPhotos];

export type Unsaved = ReadonlyMap<string, string | null>;

/**
 * Reads everything the caterer edits and checks it. Hidden pages and sections are left out.
 *
 * @param warnings takes what does not stop publishing: photos that nothing shows, …
 * @param unsaved texts in place of those on disk, by path below the folder; null for a file to be gone
 * @throws ContentError listing every mistake with file, line, field, what was expected and an
 * example, in Dutch.
 */
export async function loadContent(
  contentDir: string,
  warnings: ContentProblem[] = [],
  unsaved: Unsaved = new Map(),
): Promise<Content> {
  const problems: ContentProblem[] = [];
  const checked = await readContent(contentDir, problems, unsaved);
  problems.push(...CHECKS.flatMap((check) => check(checked)));
  const { company, site, messages, mails, brand, notice, photos, pages } = checked;
  const isWhole = company && site && messages && mails && brand && photos;
  if (!isWhole || problems.length > 0) throw new ContentError(inReadingOrder(problems));
  warnings.push(...inReadingOrder(WARNINGS.flatMap((warn) => warn(checked))));
  return {
    company: company.value,
    site: site.value,
    messages: messages.value,
    mails: mails.value,
    brand: brand.value,
    ...(notice && { notice: notice.value }),
    photos: photos.value,
    pages: pages
      .map(({ value }) => value as Page)
      .filter(isShown)
      .map(withoutHidden)
      .map((page) => fillInPrivacyPage(page, site.value)),
  };
}

async function readContent(
  contentDir: string,
  problems: ContentProblem[],
  unsaved: Unsaved,
): Promise<CheckedContent> {
  const files = withUnsaved(await listFiles(contentDir), unsaved);
  const pageFiles = files.filter(isPageFile);
  const { company, site, messages, mails, brand, notice, photos } = CONTENT_FILES;
  const pages = await Promise.all(pageFiles.map((file) => read({ file, schema: PAGE_SCHEMA })));
  const wellShaped = pages.filter((page) => page !== undefined);
  return {
    files,
    pages: wellShaped,
    hasEveryPage: wellShaped.length === pageFiles.length,
    company: await read(company),
    site: await read(site),
    messages: await read(messages),
    mails: await read(mails),
    brand: await read(brand),
    notice: files.includes(notice.file) ? await read(notice) : undefined,
    photos: await read(photos),
  };

  async function read<
    const Schema extends
      | (typeof CONTENT_FILES)[keyof typeof CONTENT_FILES]['schema']
      | typeof PAGE_SCHEMA,
  >({ file, schema }: { file: string; schema: Schema }): Promise<CheckedFile<Schema> | undefined> {
    const text = unsaved.get(file);
    const yaml =
      typeof text === 'string'
        ? parseYaml(file, text, problems)
        : await readYamlFile(contentDir, file, () => writeExample(schema), problems);
    const value = yaml && checkShape(yaml, schema, problems);
    return value && { yaml, schema, value };
  }
}

function withUnsaved(files: string[], unsaved: Unsaved): string[] {
  const added = [...unsaved.keys()].filter((file) => unsaved.get(file) !== null);
  const kept = files.filter((file) => !unsaved.has(file));
  return [...kept, ...added].sort();
}

const isShown = ({ hidden }: { hidden: boolean }) => !hidden;

const withoutHidden = (page: Page): Page => ({ ...page, sections: page.sections.filter(isShown) });

function inReadingOrder(problems: ContentProblem[]): ContentProblem[] {
  return problems.toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
}
